/** Reads of moved events: what changed, and what of a payer's money may be refunded for it. */
import { sql } from 'kysely'
import type { Move } from '#contract/events/notices-moves.ts'
import { toPesos } from '#contract/values/money.ts'
import type { App, Core } from '#server/context.ts'
import { publicSlug } from '#server/modules/events/event-slug.ts'
import { REFUND_DAYS, type WhenAndWhere } from '#server/modules/events/managing/event-changes.ts'
import { listTicketMoney } from '#server/modules/refunds/ticket-money.ts'
import { isBefore, toInstant } from '#server/shared/clock.ts'
import { hasMoveRight, isSoldElse, soldAs } from './sold-terms.ts'

export interface MoveRecord {
  readonly id: string
  readonly eventId: string
  readonly eventSlug: string | null
  readonly eventName: string
  readonly eventState: string
  readonly isPublic: boolean
  readonly before: WhenAndWhere
  readonly after: WhenAndWhere
  readonly changedAt: string
  readonly until: string
  readonly isOpen: boolean
}

const COLUMNS = sql`
  n.id, e.id as "eventId", ${publicSlug} as "eventSlug", e.name as "eventName", e.state as "eventState",
  events_is_public(e.state, e.is_private) as "isPublic",
  n.before, n.after, n.changed_at as "changedAt", n.refundable_until as until, n.refundable_until > app_now() as "isOpen"`

export async function findMove(app: Core, id: string): Promise<MoveRecord | undefined> {
  const { rows } = await sql<MoveRecord>`
    select ${COLUMNS} from event_notices n join events e on e.id = n.event_id
     where n.id = ${id}::uuid and n.kind = 'moved'`.execute(app.db)
  return rows[0]
}

/** Lists an event's open moves, the newest first, and those over since a day: who paid later has a little longer. */
export async function listOpenMoves(app: Core, eventId: string): Promise<MoveRecord[]> {
  const { rows } = await sql<MoveRecord>`
    select ${COLUMNS} from event_notices n join events e on e.id = n.event_id
     where n.event_id = ${eventId}::uuid and n.kind = 'moved' and n.refundable_until > app_now() - interval '1 day'
     order by n.created_at desc, n.id desc`.execute(app.db)
  return rows
}

/** A paid order that a move gives a right. */
export interface MovedOrder {
  readonly id: string
  /** What its buyer was sold; null where that is not known. */
  readonly soldAs: WhenAndWhere | null
  /** Ten days from the notice, or from its payment if that came later. */
  readonly until: string
  readonly isOpen: boolean
}

/** The payer's paid orders with a right by this move, by ascending id, the order in which they are locked. */
export async function listPayerOrders(
  app: Core,
  { id, eventId }: Pick<MoveRecord, 'id' | 'eventId'>,
  payerId: string,
): Promise<MovedOrder[]> {
  const { rows } = await sql<MovedOrder>`
    select f.id, f."soldAs", f.until, f.until > app_now() as "isOpen"
      from (select o.id, ${soldAs} as "soldAs",
                   greatest(n.refundable_until, o.paid_at + make_interval(days => ${REFUND_DAYS})) as until
              from orders o join events e on e.id = o.event_id join event_notices n on n.id = ${id}::uuid
             where o.buyer_id = ${payerId}::uuid and o.event_id is not distinct from ${eventId}::uuid
               and o.paid_at is not null and o.total_cents > 0 and ${hasMoveRight}) f
     order by f.id`.execute(app.db)
  return rows
}

/** Whether any order of the event, paid or still held, was sold something else than the event is now. */
export async function isSoldDifferently(app: Core, eventId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from orders o join events e on e.id = o.event_id
     where o.event_id = ${eventId}::uuid and (o.paid_at is not null or checkout_is_unpaid(o.state)) and ${isSoldElse}
     limit 1`.execute(app.db)
  return rows.length > 0
}

/** Lists open moves with a right of an order that was paid after the notice was made, lately. */
export async function listMovesPaidLater(app: App, limit: number): Promise<{ id: string; eventId: string }[]> {
  const { rows } = await sql<{ id: string; eventId: string }>`
    select distinct n.id, n.event_id as "eventId"
      from orders o join events e on e.id = o.event_id
      join event_notices n on n.event_id = e.id and n.kind = 'moved' and n.refundable_until > app_now()
     where o.paid_at > app_now() - interval '2 hours' and o.paid_cents > 0 and o.paid_at > n.created_at
       and o.created_at <= n.changed_at and ${hasMoveRight}
       and not exists (select from notice_deliveries d where d.notice_id = n.id and d.user_id = o.buyer_id)
     limit ${limit}`.execute(app.db)
  return rows
}

/** Shows a move to its payer; `payerId` is null without a session and without a notice's link. */
export async function showMove(app: App, record: MoveRecord, payerId: string | null): Promise<Move> {
  const { id, eventId, eventSlug, eventName, eventState, after } = record
  const orders = payerId === null ? [] : await listPayerOrders(app, record, payerId)
  const [oldest] = orders
  const before = oldest?.soldAs ?? record.before
  const until = orders.reduce((latest, order) => (isBefore(latest, order.until) ? order.until : latest), record.until)
  const isOpen = isBefore(app.clock.now(), until)
  const tickets = payerId === null ? null : await listPaid(app, orders)
  const cents = isOpen ? (tickets ?? []).reduce((total, { sharedCents }) => total + sharedCents, 0) : 0
  return {
    id,
    event: { id: eventId, slug: eventSlug, name: eventName, state: eventState },
    before: shown(before),
    after: shown(after),
    until: toInstant(until),
    isOpen,
    tickets:
      tickets &&
      tickets.map(({ ticketId, number, type, isTransferred, sharedCents, obstacle }) => ({
        ticketId,
        number,
        type,
        isHandedOn: isTransferred,
        amount: toPesos(sharedCents),
        obstacle,
      })),
    amount: toPesos(cents),
  }
}

const shown = ({ startsAt, venueName, address, city }: WhenAndWhere) => ({
  startDate: startsAt && toInstant(startsAt),
  venue: venueName,
  adress: address,
  city,
})

async function listPaid(app: Core, moved: readonly MovedOrder[]) {
  const orders = moved.map(({ id }) => id)
  const money = await listTicketMoney(app, orders)
  const rows = await app.db
    .selectFrom('tickets as t')
    .innerJoin('ticket_types as y', 'y.id', 't.type_id')
    .select(['t.id', 't.number', 'y.name as type'])
    .where('t.order_id', '=', sql<string>`any (${orders}::uuid[])`)
    .orderBy('t.order_id')
    .orderBy('t.position')
    .execute()
  const moneyOf = new Map(money.map((ticket) => [ticket.ticketId, ticket]))
  return rows.flatMap((row) => {
    const ticket = moneyOf.get(row.id)
    // A free ticket has nothing to claim.
    return ticket && ticket.amountCents > 0 ? [{ ...ticket, ...row }] : []
  })
}
