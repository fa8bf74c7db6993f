/** The only SQL that writes tickets and the keys of their codes, apart from the functions `tickets_*` of the database. */
import { sql, type RawBuilder } from 'kysely'
import { TRANSFERS_PER_TICKET } from '#contract/sales/tickets.ts'
import type { Core, Db } from '#server/context.ts'
import { oneRow } from '#server/db/one-row.ts'
import { insertNew, type RowFields } from '#server/db/rows.ts'
import type { RequestOrigin } from '#server/shared/actor.ts'

/** Adds a key unless another process took its id first. */
export async function insertKey(db: Db, key: RowFields<'qr_keys'>): Promise<void> {
  await insertNew(db, 'qr_keys', key)
}

export interface NewTicket {
  readonly id: string
  readonly typeId: string
  readonly number: string
  readonly priceCents: number
  readonly feeCents: number
  readonly position: number
  readonly codeHash: Buffer
}

/** Bought by an order, or made by hand. */
export type TicketSource =
  | { readonly kind: 'paid' | 'free'; readonly orderId: string }
  | { readonly kind: 'courtesy' | 'in_person'; readonly issuanceId: string }

export type NewTickets = TicketSource & {
  readonly eventId: string
  readonly buyerId: string
  readonly keyId: number
  readonly tickets: readonly NewTicket[]
}

/** Adds the tickets in one statement, but for those whose number the event has already; gives the ids of those added. */
export async function insertTickets(app: Core, { tickets, ...shared }: NewTickets): Promise<Set<string>> {
  const source = { orderId: null, issuanceId: null, ...shared }
  const { rows } = await sql<{ id: string }>`
    insert into tickets (event_id, order_id, issuance_id, kind, payer_id, holder_id, key_id,
                         id, type_id, number, price_cents, fee_cents, position, code_hash)
    select ${shared.eventId}::uuid, ${source.orderId}::uuid, ${source.issuanceId}::uuid, ${shared.kind}, ${shared.buyerId}::uuid, ${shared.buyerId}::uuid,
           ${shared.keyId}::smallint, t.*
      from unnest(
        ${tickets.map((ticket) => ticket.id)}::uuid[], ${tickets.map((ticket) => ticket.typeId)}::uuid[],
        ${tickets.map((ticket) => ticket.number)}::text[], ${tickets.map((ticket) => ticket.priceCents)}::bigint[],
        ${tickets.map((ticket) => ticket.feeCents)}::bigint[], ${tickets.map((ticket) => ticket.position)}::int[],
        ${tickets.map((ticket) => ticket.codeHash)}::bytea[]) as t
    on conflict (event_id, number) do nothing
    returning id`.execute(app.db)
  return new Set(rows.map((row) => row.id))
}

export interface BatchedTicket extends NewTicket {
  readonly eventId: string
  readonly orderId: string
  readonly buyerId: string
  readonly kind: 'paid' | 'free'
}

/** Adds tickets of several orders, with one audit row per order. */
export function insertInBatch(keyId: number, tickets: readonly BatchedTicket[]): RawBuilder<unknown> {
  return sql`select tickets_issue(${keyId}::smallint,
    ${tickets.map((ticket) => ticket.id)}::uuid[], ${tickets.map((ticket) => ticket.eventId)}::uuid[],
    ${tickets.map((ticket) => ticket.typeId)}::uuid[], ${tickets.map((ticket) => ticket.orderId)}::uuid[],
    ${tickets.map((ticket) => ticket.buyerId)}::uuid[], ${tickets.map((ticket) => ticket.number)}::text[],
    ${tickets.map((ticket) => ticket.position)}::int[], ${tickets.map((ticket) => ticket.kind)}::text[],
    ${tickets.map((ticket) => ticket.priceCents)}::bigint[], ${tickets.map((ticket) => ticket.feeCents)}::bigint[],
    ${tickets.map((ticket) => ticket.codeHash)}::bytea[])`
}

export interface ResendLimit {
  readonly limit: number
  readonly seconds: number
}

/** Counts one resend of a valid ticket; false when it has had its share of this window, or is not valid. */
export async function takeResend(app: Core, ticketId: string, { limit, seconds }: ResendLimit): Promise<boolean> {
  const window = sql`make_interval(secs => ${seconds})`
  const { numAffectedRows } = await sql`
    update tickets
       set resends = case when resends_since > app_now() - ${window} then resends + 1 else 1 end,
           resends_since = case when resends_since > app_now() - ${window} then resends_since else app_now() end
     where id = ${ticketId} and state = 'valid'
       and (resends_since is null or resends_since <= app_now() - ${window} or resends < ${limit})`.execute(app.db)
  return numAffectedRows === 1n
}

/** Ends a valid ticket that was made by hand; with `isFirstOnly` only one that was never handed on. False when it is none. */
export async function endIssued(app: Core, ticketId: string, isFirstOnly: boolean): Promise<boolean> {
  const { isCancelled } = await oneRow(
    app.db,
    sql<{ isCancelled: boolean }>`
    select tickets_cancel_issued(${ticketId}::uuid, ${isFirstOnly ? 0 : TRANSFERS_PER_TICKET}) as "isCancelled"`,
  )
  return isCancelled
}

/** Expires the unused tickets of an event, once; null when it was done before, else how many they were. */
export async function expireEvent(app: Core, eventId: string): Promise<number | null> {
  if (!(await insertNew(app.db, 'expired_events', { eventId, ticketsCount: 0 }))) return null
  const expired = await app.db
    .updateTable('tickets')
    .set({ state: 'expired' })
    .where('event_id', '=', eventId)
    .where('state', '=', 'valid')
    .executeTakeFirst()
  const count = Number(expired.numUpdatedRows)
  await app.db.updateTable('expired_events').set({ tickets_count: count }).where('event_id', '=', eventId).execute()
  return count
}

export interface HandOver {
  readonly transferId: string
  readonly ticketId: string
  readonly giverId: string
  readonly receiverId: string
  readonly fromEpoch: number
  /** Of the code of the next epoch. */
  readonly codeHash: Buffer
  /** How often one ticket may be handed over. */
  readonly limit: number
  readonly origin: RequestOrigin | undefined
}

/** Hands a ticket over, with its audit row; false when something else happened to it first. */
export async function handOver(app: Core, over: HandOver): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`
    select tickets_transfer(${over.transferId}::uuid, ${over.ticketId}::uuid, ${over.giverId}::uuid,
      ${over.receiverId}::uuid, ${over.fromEpoch}, ${over.codeHash}, ${over.limit},
      ${over.origin?.ip ?? null}, ${over.origin?.requestId ?? null}) as done`.execute(app.db)
  return rows[0]?.done === true
}
