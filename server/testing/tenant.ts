/** Two tenants and everybody who may knock: a company with one of everything, and people of each role around it. */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Role } from '#contract/roles.ts'
import { hashToken } from '#server/shared/crypto.ts'
import { newId, newPublicOrderId, newTicketId, newToken } from '#server/shared/ids.ts'
import type { TestApp } from './app.ts'
import type { GivenUser } from './given.ts'
import type { TargetObjects } from './requests.ts'

export const ACTORS = [
  'nobody',
  'client',
  'promoter',
  'scanner',
  'commercial',
  'organizer',
  'admin',
  'legal',
  'god',
] as const
export type ActorName = (typeof ACTORS)[number]

/** What each is to the server. A legal account is a client as everybody is, but may do only what names it. */
export const ROLES_OF: Readonly<Record<ActorName, readonly Role[]>> = {
  nobody: [],
  client: ['CLIENT'],
  promoter: ['RRPP', 'CLIENT'],
  scanner: ['SCANNER', 'CLIENT'],
  commercial: ['COMERCIAL', 'CLIENT'],
  organizer: ['ORGANIZATOR', 'CLIENT'],
  admin: ['admin', 'CLIENT'],
  legal: ['legal'],
  god: ['godAdmin', 'CLIENT'],
}

/** Ids of nothing. */
export function nowhere(): TargetObjects {
  return {
    event: newId(),
    ticketType: newId(),
    order: newPublicOrderId(),
    ticket: newTicketId(),
    company: newId(),
    user: newId(),
    session: newId(),
    deletion: newId(),
    dataExport: newId(),
  }
}

export interface Tenant {
  readonly objects: TargetObjects
  /** Of the same company: another event with all that hangs on it. */
  readonly sibling: TargetObjects
  readonly owner: GivenUser
}

/** A company with two events; private, so that being seen is already a right. */
export async function givenTenant(server: TestApp): Promise<Tenant> {
  const company = await server.given.company()
  const owner = await server.given.user({ memberOf: company })
  const events = [await givenEvent(server, company.id), await givenEvent(server, company.id)] as const
  return { objects: events[0], sibling: events[1], owner }
}

async function givenEvent(server: TestApp, company: string): Promise<TargetObjects> {
  const event = await server.given.event({ company: { id: company }, isPrivate: true, state: 'active' })
  const type = await server.given.ticketType({ event })
  const holder = await server.given.user({ staffOf: event, staffKind: 'RRPP' })
  return {
    event: event.id,
    ticketType: type.id,
    company,
    user: holder.id,
    ...(await givenBelongings(server, { event: event.id, ticketType: type.id, company }, holder)),
  }
}

/** What one person has: a ticket of an event, the order it came by, another session, a request to be deleted, their data. */
export async function givenBelongings(
  { app, given }: TestApp,
  at: Pick<TargetObjects, 'event' | 'ticketType' | 'company'>,
  person: GivenUser,
): Promise<Pick<TargetObjects, 'ticket' | 'order' | 'session' | 'deletion' | 'dataExport'>> {
  const ticket = await given.ticket({ type: { id: at.ticketType, eventId: at.event }, holder: person })
  const [order, orderId, session, deletion, dataExport] = [newPublicOrderId(), newId(), newId(), newId(), newId()]
  await app.db
    .insertInto('orders')
    .values({
      id: orderId,
      public_id: order,
      event_id: at.event,
      company_id: at.company,
      buyer_id: person.id,
      state: 'paid',
      subtotal_cents: 1_800_000,
      fee_cents: 180_000,
      total_cents: 1_980_000,
      paid_cents: 1_980_000,
      tickets_count: 1,
      paid_at: sql`app_now()`,
    })
    .execute()
  await app.db.updateTable('tickets').set({ order_id: orderId }).where('id', '=', ticket.id).execute()
  await app.db
    .insertInto('order_lines')
    .values({
      order_id: orderId,
      type_id: at.ticketType,
      quantity: 1,
      unit_price_cents: 1_800_000,
      unit_fee_cents: 180_000,
    })
    .execute()
  await openSessionRow({ app }, { id: session, userId: person.id })
  await app.db
    .insertInto('account_deletions')
    .values({ id: deletion, user_id: person.id, due_on: '2035-05-05' })
    .execute()
  await app.db
    .insertInto('data_exports')
    .values({ id: dataExport, user_id: person.id, state: 'ready', ready_at: sql`app_now()`, progress: 100 })
    .execute()
  return { ticket: ticket.id, order, session, deletion, dataExport }
}

/** An open session, of support when an impersonator is named; gives its bearer token. */
export async function openSessionRow(
  { app }: Pick<TestApp, 'app'>,
  { id = newId(), userId, impersonatorId }: { id?: string; userId: string; impersonatorId?: string },
): Promise<string> {
  const token = newToken()
  await app.db
    .insertInto('sessions')
    .values({
      id,
      token_hash: hashToken(token),
      user_id: userId,
      impersonator_id: impersonatorId ?? null,
      expires_at: sql`app_now() + interval '30 minutes'`,
      device: `aparato-${randomBytes(6).toString('hex')}`,
    })
    .execute()
  return token
}

/** Somebody new in that role: staff at the tenant's first event, the organizer as an owner of its company. */
export async function givenActor(
  { given }: TestApp,
  name: Exclude<ActorName, 'nobody'>,
  { event, company }: TargetObjects,
): Promise<GivenUser> {
  const at = { id: event }
  switch (name) {
    case 'client':
      return given.user()
    case 'promoter':
      return given.user({ staffOf: at, staffKind: 'RRPP' })
    case 'scanner':
      return given.user({ staffOf: at, staffKind: 'SCANNER' })
    case 'commercial':
      return given.user({ staffOf: at, staffKind: 'COMERCIAL' })
    case 'organizer':
      return given.user({ memberOf: { id: company } })
    case 'admin':
      return given.user({ isAdmin: true })
    case 'legal':
      return given.user({ isLegal: true })
    case 'god':
      return given.user({ isGodAdmin: true })
  }
}
