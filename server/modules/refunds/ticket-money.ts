/** Tickets of an event with their money: what was paid, what of it is gone or going, and what stands against asking for more. */
import { sql, type RawBuilder } from 'kysely'
import type { RefundObstacle } from '#contract/refunds.ts'
import type { TicketState } from '#contract/tickets.ts'
import { PROVIDER_REFUND_DAYS } from '#server/adapters/payments/port.ts'
import type { Core } from '#server/context.ts'

/** What a refund of a ticket is decided by, in centavos. */
export interface TicketMoney {
  readonly ticketId: string
  readonly orderId: string | null
  readonly paymentId: string | null
  readonly state: TicketState
  /** What the buyer paid for it: its price and the service fee over it. */
  readonly amountCents: number
  /** Gone back, or on its way. */
  readonly refundedCents: number
  /** The most that may still be asked for, whatever stands against it: other refunds may have taken of the order's money. */
  readonly leftCents: number
  /** What is left of its whole order's money. */
  readonly orderLeftCents: number | null
  readonly obstacle: RefundObstacle | null
}

/**
 * A row for each ticket of the event (rule R14.1), or of one order or ticket of it. The columns are those of `TicketMoney` in
 * the database's spelling, beside them what lists show. What lists filter and what a refund decides is the same statement.
 */
export function ticketMoney(
  eventId: string,
  of: { readonly ticketId?: string; readonly orderId?: string } = {},
): RawBuilder<unknown> {
  const [which, refundsOf] =
    of.ticketId !== undefined
      ? [
          sql`t.id = ${of.ticketId}::uuid`,
          sql`r.order_id = (select k.order_id from tickets k where k.id = ${of.ticketId}::uuid)`,
        ]
      : of.orderId !== undefined
        ? [sql`t.order_id = ${of.orderId}::uuid`, sql`r.order_id = ${of.orderId}::uuid`]
        : [sql`true`, sql`r.event_id = ${eventId}::uuid`]
  return sql`
    select f.*, case when f.kind = 'in_person' then 'in_person'
                     when f.amount_cents = 0 then 'free'
                     when f.payment_id is null then 'unpaid'
                     when f.order_state = 'in_dispute' then 'disputed'
                     when f.state = 'suspended' then 'refunding'
                     when f.left_cents <= 0 then 'refunded'
                     when f.approved_at < app_now() - make_interval(days => ${PROVIDER_REFUND_DAYS}) then 'too_old'
                     when f.state = 'used' then 'used' end as obstacle
      from (
        select t.id as ticket_id, t.number, t.kind, t.state, t.type_id, t.holder_id, t.payer_id, t.order_id, t.event_id,
               o.public_id, o.paid_at, o.state as order_state, p.id as payment_id, p.approved_at,
               t.price_cents + t.fee_cents as amount_cents, coalesce(g.gone, 0) as refunded_cents,
               p.amount_cents - p.refunded_cents - coalesce(w.waiting, 0) as order_left_cents,
               greatest(0, least(t.price_cents + t.fee_cents - coalesce(g.gone, 0),
                                 p.amount_cents - p.refunded_cents - coalesce(w.waiting, 0))) as left_cents
          from tickets t
          left join orders o on o.id = t.order_id
          left join payments p on p.order_id = t.order_id and p.is_applied
          left join (select r.ticket_id, sum(r.amount_cents)::bigint as gone from refunds r
                      where ${refundsOf} and (r.state = 'completed' or payments_refund_is_open(r.state))
                      group by r.ticket_id) g on g.ticket_id = t.id
          left join (select r.payment_id, sum(r.amount_cents)::bigint as waiting from refunds r
                      where ${refundsOf} and payments_refund_is_open(r.state)
                      group by r.payment_id) w on w.payment_id = p.id
         where t.event_id = ${eventId}::uuid and ${which}) f`
}

/**
 * The same of whole orders, with `shared_cents` beside: what goes back of each ticket when all of its order's are asked for together,
 * as `withinOrder` decides it.
 */
export function sharedTicketMoney(eventId: string): RawBuilder<unknown> {
  return sql`
    select s.*, greatest(0, least(s.left_cents, s.order_left_cents - coalesce(s.before_cents, 0))) as shared_cents
      from (select f.*, sum(f.left_cents) filter (where f.obstacle is null) over (
                          partition by f.order_id order by f.ticket_id rows between unbounded preceding and 1 preceding) as before_cents
              from (${ticketMoney(eventId)}) f) s`
}

/** One ticket of the event; undefined when it has none by that id. Its order is locked where something is decided by it. */
export async function findTicketMoney(app: Core, eventId: string, ticketId: string): Promise<TicketMoney | undefined> {
  return (await listTicketMoney(app, eventId, { ticketId }))[0]
}

/** The tickets of one order, or one ticket. */
export async function listTicketMoney(
  app: Core,
  eventId: string,
  of: { readonly ticketId: string } | { readonly orderId: string },
): Promise<TicketMoney[]> {
  const { rows } = await sql<TicketMoney>`
    select m.ticket_id as "ticketId", m.order_id as "orderId", m.payment_id as "paymentId", m.state,
           m.amount_cents as "amountCents", m.refunded_cents as "refundedCents", m.left_cents as "leftCents",
           m.order_left_cents as "orderLeftCents", m.obstacle
      from (${ticketMoney(eventId, of)}) m order by m.ticket_id`.execute(app.db)
  return rows
}
