/**
 * What hangs on an event asks for its state: every write of the contract that names an event, or anything of one, is called in each of
 * the states of `docs/event-states.md` and answers as its row there says. An endpoint that is added fails until it has its row.
 */
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closeEventSales } from '#contract/events/events-managed.ts'
import { joinWaitingList } from '#contract/events/waiting-list-join.ts'
import { closeRaffle, drawRaffle, enterRaffle, openRaffle } from '#contract/events/raffles.ts'
import type { EndpointSpec } from '#contract/api/endpoint.ts'
import type { ObjectKind } from '#contract/api/ids.ts'
import { endpoints } from '#server/app.ts'
import { newId, newPublicOrderId } from '#server/shared/ids.ts'
import { createTestApp, type TestApp } from './app.ts'
import type { GivenUser } from './given.ts'
import { idsOf, injection, nameOf, requestFor } from './requests.ts'
import type { ActorName, TargetObjects } from './samples.ts'
import { givenActor, givenBelongings, givenTenant, ROLES_OF, type Tenant } from './tenant.ts'

const FILE = new URL('../../docs/event-states.md', import.meta.url)
/** The columns of the table. */
const STATES = ['to come', 'paused', 'moved', 'cancelled', 'over', 'finished'] as const
type State = (typeof STATES)[number]

/** Kinds of objects that are of no event. */
const APART: readonly ObjectKind[] = [
  'user',
  'session',
  'company',
  'organizerRequest',
  'deletion',
  'dataExport',
  'regret',
]

const specs: readonly EndpointSpec[] = endpoints.map(({ spec }) => spec)
const writes = specs.filter((spec) => spec.method !== 'GET' && idsOf(spec).some(({ names }) => !APART.includes(names)))

/** The answers of each row, by state. */
const table = new Map(
  readFileSync(FILE, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, name, ...cells] = line.split('|').map((cell) => cell.trim().replaceAll('`', ''))
      return name !== undefined && /^[A-Z]+ \/api/.test(name) ? [[name, cells.slice(0, STATES.length)] as const] : []
    }),
)

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())

interface Arranged {
  readonly tenant: Tenant
  readonly objects: TargetObjects
  readonly person: GivenUser
}
interface Request {
  readonly objects?: Partial<TargetObjects>
  readonly body?: object
  readonly query?: object
  readonly token?: string | null
}
interface Preparation {
  readonly as?: ActorName
  /** What an act needs to succeed in an event to come. */
  readonly given?: (at: Arranged) => Promise<Request>
}

const run = (query: ReturnType<typeof sql>) => query.execute(server.app.db)
/** A raffle with one entry that went through these acts. */
const raffleAfter =
  (...acts: (typeof openRaffle | typeof closeRaffle | typeof drawRaffle)[]) =>
  async ({ tenant: { objects, owner } }: Arranged) => {
    const params = { id: objects.raffle }
    for (const act of acts) {
      await server.call(act, { params }, { as: owner })
      if (act === openRaffle) await server.call(enterRaffle, { params }, { as: await server.given.user() })
    }
    return { token: owner.token }
  }
const aPerson = async () => ({ body: { kind: 'RRPP', userId: (await server.given.user()).id } })
const free = async ({ objects }: Arranged) => {
  await run(sql`update ticket_types set price_cents = 0 where event_id = ${objects.event}`)
  await run(sql`update drinks set price_cents = 0 where event_id = ${objects.event}`)
  return {}
}
const unpaid = async ({ objects }: Arranged) => {
  const publicId = newPublicOrderId()
  const buyer = await server.given.user()
  await run(sql`
    insert into orders (id, public_id, event_id, company_id, buyer_id, state, subtotal_cents, fee_cents, total_cents, tickets_count, held_until)
    values (${newId()}, ${publicId}, ${objects.event}, ${objects.company}, ${buyer.id}, 'reserved', 1800000, 180000, 1980000, 1,
      app_now() + interval '15 minutes')`)
  return { objects: { order: publicId }, token: buyer.token }
}
/** The voucher's own ticket. */
const vouchers = async ({ tenant: { objects } }: Arranged) => {
  await run(
    sql`update drink_vouchers v set order_id = t.order_id from tickets t where t.id = v.ticket_id and v.id = ${objects.drinkVoucher}`,
  )
  const ticket = server.app.db.selectFrom('tickets').select('number').where('id', '=', objects.ticket)
  return { body: { code: (await ticket.executeTakeFirstOrThrow()).number } }
}
const grant = async ({ objects, person }: Arranged) => {
  await run(sql`update promos set max_uses = 5 where event_id = ${objects.event} and promoter_id = ${person.id}`)
  return {}
}
const soldOut = async ({ objects }: Arranged) => {
  await run(sql`update ticket_stock set capacity = 1, sold = 1 where type_id = ${objects.ticketType}`)
  return {}
}
const waiting = async (at: Arranged) => {
  await soldOut(at)
  const input = { params: { typeId: at.objects.ticketType }, body: { quantity: 1 } }
  await server.call(joinWaitingList, input, { as: at.person })
  return {}
}

/** Acts whose sample is refused for reasons of its own. */
const PREPARED: Readonly<Record<string, Preparation>> = {
  'POST /api/v1/event/{id}/open-sales': {
    given: async ({ tenant }) => {
      await server.call(closeEventSales, { params: { id: tenant.objects.event } }, { as: tenant.owner })
      return {}
    },
  },
  'POST /api/v1/event/{id}/cancel': {
    given: () => Promise.resolve({ body: { confirmation: 'Fiesta Lunar Rosario', reason: 'Se inundó el salón' } }),
  },
  'POST /api/v1/events/{id}/staff': { given: aPerson },
  'PATCH /api/v1/user/change-role': {
    given: async ({ objects }) => ({
      body: { userId: (await server.given.user()).id, roleId: 'RRPP', eventId: objects.event },
    }),
  },
  'POST /api/v1/events/{id}/staff/{userId}/invitation': {
    given: async ({ objects }) => ({
      objects: { user: (await server.given.user({ state: 'pending', staffOf: { id: objects.event } })).id },
    }),
  },
  'POST /api/v1/ticket-types/{typeId}/waiting-list': {
    given: soldOut,
  },
  'DELETE /api/v1/ticket-types/{typeId}/waiting-list': { given: waiting },
  'POST /api/v1/ticket/transfer/{id}': {
    given: async () => ({ body: { toUserId: (await server.given.user()).id } }),
  },
  'POST /api/v1/ticket': { given: free },
  'POST /api/v1/ticket/purchase-multiple': { given: free },
  'POST /api/v1/ticket/purchase-with-referral': { given: free },
  'POST /api/v1/ticket/{ticketId}/drinks': { given: free },
  'POST /api/v1/checkout': { given: async (at) => ({ ...(await free(at)), token: null }) },
  'DELETE /api/v1/orders/{publicId}': { given: unpaid },
  'POST /api/v1/orders/{publicId}/pay': { given: unpaid },
  'POST /api/v1/events/{id}/refunds/all': {
    given: () => Promise.resolve({ body: { confirmation: 'Fiesta Lunar Rosario', reason: 'Se inundó el salón' } }),
  },
  'POST /api/v1/events/{id}/tickets/{ticketId}/cancel': {
    given: async ({ objects, tenant }) => ({ objects: { ticket: objects.issuedTicket }, token: tenant.owner.token }),
  },
  'POST /api/v1/ticket/dashboard/rrpp/generate-ticket': { as: 'promoter', given: grant },
  'POST /api/v1/ticket/rrpp-generate-ticket': { as: 'promoter', given: grant },
  'POST /api/v1/event/{id}/notices': {
    given: async ({ objects }) => {
      await run(sql`delete from event_notices where event_id = ${objects.event}`)
      return {}
    },
  },
  'POST /api/v1/ticket/event/{id}/send-pending-reminders': {
    given: async ({ objects }) => {
      const type = { id: objects.ticketType, eventId: objects.event }
      const holder = await server.given.user({ state: 'pending' })
      await server.given.ticket({ type, holder })
      return {}
    },
  },
  'POST /api/v1/ticket/scan-qr/{ticketId}': { as: 'scanner' },
  'POST /api/v1/events/{id}/drink-vouchers': { as: 'scanner', given: vouchers },
  'POST /api/v1/drink-vouchers/{id}/redeem': { as: 'scanner', given: vouchers },
  'POST /api/v1/raffles/{id}/enter': {
    given: async (at) => ({ ...(await raffleAfter(openRaffle)(at)), token: at.person.token }),
  },
  'POST /api/v1/raffles/{id}/close': { given: raffleAfter(openRaffle) },
  'POST /api/v1/raffles/{id}/draw': { given: raffleAfter(openRaffle, closeRaffle) },
  'POST /api/v1/raffles/{id}/publish': { given: raffleAfter(openRaffle, closeRaffle, drawRaffle) },
  'POST /api/v1/admin/commercials/assign': {
    given: async ({ objects }) => {
      const { id } = await server.given.user()
      await run(sql`insert into user_roles (user_id, role) values (${id}, 'COMERCIAL')`)
      await run(sql`delete from event_staff where event_id = ${objects.event} and kind = 'COMERCIAL'`)
      return { body: { userId: id, eventId: objects.event } }
    },
  },
}

/** Takes an event that begins in three hours, with its door open, into a state. */
async function take(event: string, state: State): Promise<void> {
  const over = sql`starts_at = app_now() - interval '30 hours', ends_at = app_now() - interval '24 hours'`
  const changes: Readonly<Record<State, ReturnType<typeof sql> | null>> = {
    'to come': null,
    paused: sql`state = 'inactive'`,
    moved: sql`starts_at = starts_at + interval '1 hour', ends_at = ends_at + interval '1 hour'`,
    cancelled: sql`state = 'cancelled', cancelled_at = app_now(), cancel_reason = 'Se inundó el salón'`,
    over,
    finished: sql`state = 'success', starts_at = app_now() - interval '41 days', ends_at = app_now() - interval '40 days'`,
  }
  const change = changes[state]
  if (change) await run(sql`update events set ${change} where id = ${event}`)
  if (state !== 'moved') return
  await run(sql`
    insert into event_changes (id, event_id, before, after, noticed_at, refundable_until)
    select ${newId()}, e.id, jsonb_build_object('startsAt', e.starts_at - interval '1 hour', 'venueName', 'Salón Paraná',
             'address', 'Av. del Valle 2700', 'city', 'Rosario', 'province', 'Santa Fe'),
           jsonb_build_object('startsAt', e.starts_at, 'venueName', 'Salón Paraná', 'address', 'Av. del Valle 2700',
             'city', 'Rosario', 'province', 'Santa Fe'),
           app_now(), app_now() + interval '10 days' from events e where e.id = ${event}`)
}

/** The first of these whom the endpoint admits. */
const CALLERS = ['client', 'organizer', 'promoter', 'scanner', 'commercial', 'god', 'admin'] as const
function callerOf(spec: EndpointSpec): Exclude<ActorName, 'anonymous'> {
  const roles = typeof spec.access === 'string' ? spec.access : spec.access.roles
  const as = PREPARED[nameOf(spec)]?.as ?? (typeof roles === 'string' ? 'client' : null)
  return (as ?? CALLERS.find((name) => ROLES_OF[name].some((role) => roles.includes(role))) ?? 'client') as never
}

/** `yes`, or the code of the refusal. */
async function answerIn(spec: EndpointSpec, state: State): Promise<string> {
  const tenant = await givenTenant(server)
  const { event } = tenant.objects
  await run(sql`
    update events set is_private = false, starts_at = app_now() + interval '3 hours', ends_at = app_now() + interval '9 hours'
     where id = ${event}`)
  const person = await givenActor(server, callerOf(spec), tenant.objects)
  const objects = { ...tenant.objects, ...(await givenBelongings(server, tenant.objects, person)) }
  const given = (await PREPARED[nameOf(spec)]?.given?.({ tenant, objects, person })) ?? {}
  await take(event, state)
  const request = requestFor(spec, { ...objects, ...given.objects }, tenant.owner)
  const token = given.token === null ? undefined : (given.token ?? person.token)
  const whole = {
    ...request,
    query: { ...request.query, ...given.query },
    body: request.body && { ...request.body, ...given.body },
  }
  const response = await server.fastify.inject(injection(spec, whole, { token }))
  return response.statusCode < 400 ? 'yes' : response.json<{ code: string }>().code
}

test('every write of what hangs on an event has its row, and every row is one', () => {
  expect([...table.keys()].toSorted()).toEqual(writes.map(nameOf).toSorted())
})

describe.each(writes.map((spec) => [nameOf(spec), spec] as const))('%s', (name, spec) => {
  test('answers in every state as its row says', async () => {
    const answers: string[] = []
    for (const state of STATES) answers.push(await answerIn(spec, state))
    const row = table.get(name) ?? []
    // `any`: the state of the event is not asked.
    expect(answers).toEqual(row[0] === 'any' ? STATES.map(() => answers[0]) : row)
  })
})
