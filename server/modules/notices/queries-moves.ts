/** Reads of moved events: what changed, and what of a payer's money may be refunded for it. */
import { sql } from 'kysely'
import type { Move } from '#contract/notices-moves.ts'
import { toPesos } from '#contract/money.ts'
import type { App, Core } from '#server/context.ts'
import type { WhenAndWhere } from '#server/modules/events/managing/event-changes.ts'
import { listTicketMoney } from '#server/modules/refunds/ticket-money.ts'
import { toInstant } from '#server/shared/clock.ts'

export interface MoveRecord {
  readonly id: string
  readonly eventId: string
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
  n.id, e.id as "eventId", e.name as "eventName", e.state as "eventState", events_is_public(e.state, e.is_private) as "isPublic",
  n.before, n.after, n.changed_at as "changedAt", n.refundable_until as until, n.refundable_until > app_now() as "isOpen"`

export async function findMove(app: Core, id: string): Promise<MoveRecord | undefined> {
  const { rows } = await sql<MoveRecord>`
    select ${COLUMNS} from event_notices n join events e on e.id = n.event_id
     where n.id = ${id}::uuid and n.kind = 'moved'`.execute(app.db)
  return rows[0]
}

/** Lists an event's open moves, the newest first. */
export async function listOpenMoves(app: Core, eventId: string): Promise<MoveRecord[]> {
  const { rows } = await sql<MoveRecord>`
    select ${COLUMNS} from event_notices n join events e on e.id = n.event_id
     where n.event_id = ${eventId}::uuid and n.kind = 'moved' and n.refundable_until > app_now()
     order by n.created_at desc, n.id desc`.execute(app.db)
  return rows
}

/** The orders that a payer placed before the change and paid, by ascending id, the order in which they are locked. */
export async function listPayerOrders(
  app: Core,
  { eventId, changedAt }: Pick<MoveRecord, 'eventId' | 'changedAt'>,
  payerId: string,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select o.id from orders o
     where o.buyer_id = ${payerId}::uuid and o.event_id is not distinct from ${eventId}::uuid
       and o.created_at <= ${changedAt}::timestamptz and o.paid_at is not null and o.total_cents > 0
     order by o.id`.execute(app.db)
  return rows.map(({ id }) => id)
}

/** Shows a move to its payer; `payerId` is null without a session and without a notice's link. */
export async function showMove(app: App, record: MoveRecord, payerId: string | null): Promise<Move> {
  const { id, eventId, eventName, eventState, before, after, until, isOpen } = record
  const tickets = payerId === null ? null : await listPaid(app, record, payerId)
  const cents = isOpen ? (tickets ?? []).reduce((total, { sharedCents }) => total + sharedCents, 0) : 0
  return {
    id,
    event: { id: eventId, name: eventName, state: eventState },
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

async function listPaid(app: Core, record: MoveRecord, payerId: string) {
  const orders = await listPayerOrders(app, record, payerId)
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
