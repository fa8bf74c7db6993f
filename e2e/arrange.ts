/** What a journey finds when it begins: people, events on sale and tickets, made through the API as any client does. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import pg from 'pg'
import { login, register } from '#contract/accounts/accounts.ts'
import { createGuestPurchase } from '#contract/sales/checkout-guest.ts'
import { createPurchase } from '#contract/sales/checkout.ts'
import type { Answer, CallInput, EndpointSpec } from '#contract/api/endpoint.ts'
import { getTicketTypes } from '#contract/events/events.ts'
import { createEvent, publishEvent, type ManagedEvent } from '#contract/events/events-managed.ts'
import { paths } from '#contract/api/paths.ts'
import { startEmbeddedPostgres } from '#server/embedded-postgres/start.ts'
import { companyStaff } from '#server/demo/people.ts'
import { DEMO_PASSWORD, demoAccounts, type DemoRole } from '#server/demo/sign-ins.ts'
import { localDate, localTime, uniqueDigits } from './people.ts'
import { expect } from './test.ts'
// Asks the database at the server's time.
import '#server/testing/shift-clock.ts'

interface AnyInput {
  readonly params?: Record<string, string>
  readonly query?: Record<string, unknown>
  readonly body?: unknown
}

/** Calls the running server; throws with what it answered when it refuses. */
export async function call<Spec extends EndpointSpec>(
  spec: Spec,
  input: CallInput<Spec>,
  token?: string,
): Promise<Answer<Spec>> {
  const response = await send(spec, input, token)
  if (!response.ok) throw new Error(`${spec.method} ${spec.path}: ${response.status} ${await response.text()}`)
  return (spec.response === 'empty' ? undefined : await response.json()) as Answer<Spec> // the server writes answers by the same schema
}

/** The answer as it comes. */
export async function send<Spec extends EndpointSpec>(
  spec: Spec,
  input: CallInput<Spec>,
  token?: string,
): Promise<Response> {
  const { params = {}, query = {}, body } = input as AnyInput // every input is made of these
  const path = spec.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const url = new URL(path, process.env['PREVIA_E2E_URL'])
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value))
  return fetch(url, {
    method: spec.method,
    headers: {
      'x-device-id': randomUUID(),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(spec.idempotent && { 'idempotency-key': randomUUID() }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}

export interface Person {
  readonly name: string
  readonly phone: string
  readonly mail: string
  readonly password: string
  /** A session of theirs that no browser uses. */
  readonly token: string
}

/** Creates an account with verified phone and email and nothing else. */
export async function newPerson(name: string): Promise<Person> {
  const person = await newcomer(name)
  const proved = 'update users set phone_proved_at = app_now(), mail_proved_at = app_now() where phone = $1'
  await inDatabase(proved, [person.phone])
  return person
}

/** Creates a newly registered account with nothing verified. */
export async function newcomer(name: string): Promise<Person> {
  const digits = uniqueDigits()
  const phone = `+5493514${digits}`
  const mail = `persona-${digits}@previa.example`
  const body = { name, phone, mail, password: DEMO_PASSWORD, birthDate: '1996-03-14', acceptsAdvertising: false }
  const { token } = await call(register, { body })
  return { name, phone, mail, password: DEMO_PASSWORD, token }
}

/**
 * Opens the screen after sign-in with a stored session and nothing else in storage. Sessions are stored encrypted with a key
 * that leaves no browser, so this one is written as earlier versions did.
 */
export async function enter(page: Page, who: DemoRole | Pick<Person, 'phone' | 'password'>): Promise<void> {
  const { phone, password } = typeof who === 'string' ? { ...demoAccounts[who], password: DEMO_PASSWORD } : who
  const { token, expiresAt: _end, ...user } = await call(login, { body: { phone, password } })
  const localStorage = [
    { name: 'token', value: token },
    { name: 'user', value: JSON.stringify(user) },
  ]
  const { origin } = new URL(process.env['PREVIA_E2E_URL'] ?? '')
  await page.context().setStorageState({ cookies: [], origins: [{ origin, localStorage }] })
  await page.goto(paths.login())
  await expect(page).not.toHaveURL(new RegExp(paths.login()))
}

export async function organizerToken(): Promise<string> {
  const { phone } = demoAccounts.organizer
  return (await call(login, { body: { phone, password: DEMO_PASSWORD } })).token
}

interface EventPlan {
  readonly name: string
  /** Hours from now until it begins. */
  readonly inHours?: number
  readonly acceptsCash?: boolean
  readonly minimumAge?: number | null
  readonly types: readonly { readonly name: string; readonly price: number; readonly capacity: number }[]
}

let opened = 0

/** An event of the demo's organizer that is on sale. They and their manager take turns: an account makes only so many events an hour. */
export async function openEvent({
  name,
  inHours = 8 * 24,
  acceptsCash = false,
  minimumAge = null,
  types,
}: EventPlan): Promise<ManagedEvent> {
  const [manager] = companyStaff
  const { phone } = opened++ % 2 === 0 ? manager : demoAccounts.organizer
  const { token } = await call(login, { body: { phone, password: DEMO_PASSWORD } })
  const body = {
    name,
    description: 'Una noche para probar.',
    categoryId: 1,
    venueName: 'Salón de la Prueba',
    adress: 'Mitre 123',
    city: 'Rosario',
    province: 'Santa Fe',
    dateEvent: localDate(inHours / 24),
    startTime: localTime(inHours),
    endTime: localTime(inHours + 5),
    acceptsCash,
    minimumAge,
    forbidsMinors: minimumAge !== null,
    ticketTypes: types.map((type) => ({ ...type })),
  }
  const { id } = await call(createEvent, { body }, token)
  return call(publishEvent, { params: { id } }, token)
}

/** Takes places of a type; free ones are tickets at once. */
export async function take(
  { token }: Person,
  event: ManagedEvent,
  typeName: string,
  quantity = 1,
): Promise<Answer<typeof createPurchase>> {
  const type = event.ticketTypes.find(({ name }) => name === typeName)
  if (!type) throw new Error(`${event.name} has no ${typeName}`)
  return call(createPurchase, { body: { eventId: event.id, ticketTypeId: type.id, quantity, platform: 'web' } }, token)
}

/** An event was bought, moved just now, and left unchanged for five minutes: its people are notified. Returns the notice. */
export async function fiveMinutesAfterTheMove(eventId: string): Promise<string> {
  await inDatabase(`update orders set created_at = created_at - interval '1 hour' where event_id = $1`, [eventId])
  const settled = `update event_changes set changed_at = app_now() - interval '6 minutes' where event_id = $1 and noticed_at is null`
  await inDatabase(settled, [eventId])
  let id: string | undefined
  const look = async () => {
    id = (await inDatabase<{ id: string }>('select id from event_notices where event_id = $1', [eventId]))[0]?.id
    return id
  }
  await expect.poll(look, { timeout: 60_000 }).toBeTruthy()
  return id ?? ''
}

/** Asks the journeys' database: for what time alone would bring, and for what only a stranger's phone shows. */
export async function inDatabase<Row extends pg.QueryResultRow>(
  statement: string,
  values: readonly unknown[],
): Promise<readonly Row[]> {
  const dataDir = join(process.env['PREVIA_E2E_HOME'] ?? '', 'postgres')
  const { url } = await startEmbeddedPostgres({ dataDir, share: true })
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(statement, [...values])).rows
  } finally {
    await client.end()
  }
}

/** What follows `/compra/` for an order that was placed without a session. */
export async function guestOrder(event: string): Promise<string> {
  const { ticketTypes } = await call(getTicketTypes, { query: { eventId: event } })
  const lines = [{ ticketTypeId: ticketTypes[0]?.id ?? '', quantity: 1 }]
  const buyer = { name: 'Sol Paz', phone: '+5493415559177', mail: 'sol.paz@previa.example', birthDate: '1995-04-12' }
  const { order, token } = await call(createGuestPurchase, { body: { eventId: event, lines, buyer } })
  return `${order.publicId}#token=${token}`
}
