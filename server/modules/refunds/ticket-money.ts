/** The money of tickets, and of drinks that were added to one: what was paid, what of it is gone or going, and the obstacle to requesting more. */
import { sql, type RawBuilder } from 'kysely'
import type { RefundObstacle } from '#contract/sales/refunds.ts'
import type { TicketState } from '#contract/sales/tickets.ts'
import { PROVIDER_REFUND_DAYS } from '#server/adapters/payments/port.ts'
import type { Core } from '#server/context.ts'

/** Facts that decide the refund of a ticket, or of an order that adds drinks to one, in centavos. */
export interface TicketMoney {
  /** Of drinks, the ticket that they were added to. */
  readonly ticketId: string
  /** The money is of an order that adds drinks to the ticket, which does not end with it. */
  readonly isDrinks: boolean
  readonly orderId: string | null
  readonly paymentId: string | null
  readonly state: TicketState
  /** Its holder is not its payer. */
  readonly isTransferred: boolean
  /** What the buyer paid for it and for its drinks: their price and the service fee over it. */
  readonly amountCents: number
  /** Gone back, or on its way. */
  readonly refundedCents: number
  /** The most that may still be requested, whatever its obstacle: other refunds may have taken of the order's money. */
  readonly leftCents: number
  /** What goes back of it when all tickets of its order are requested together; 0 with an obstacle. */
  readonly sharedCents: number
  readonly obstacle: RefundObstacle | null
}

/** All tickets and added drinks of an event, or of some orders, or one ticket alone. */
type TicketScope =
  | { readonly eventId: string }
  | { readonly orderIds: readonly string[] }
  | { readonly eventId: string; readonly ticketId: string }

/** The tickets `t` of a scope, their vouchers `v`, the refunds `r` of their orders, and the orders `o` that add drinks. */
function within(scope: TicketScope): {
  readonly tickets: RawBuilder<unknown>
  readonly drinks: RawBuilder<unknown>
  readonly refunds: RawBuilder<unknown>
  readonly vouchers: RawBuilder<unknown>
} {
  if ('orderIds' in scope) {
    const { orderIds } = scope
    return {
      tickets: sql`t.order_id = any (${orderIds}::uuid[])`,
      drinks: sql`o.id = any (${orderIds}::uuid[])`,
      refunds: sql`r.order_id = any (${orderIds}::uuid[])`,
      vouchers: sql`v.order_id = any (${orderIds}::uuid[])`,
    }
  }
  const { eventId } = scope
  if (!('ticketId' in scope))
    return {
      tickets: sql`t.event_id = ${eventId}::uuid`,
      drinks: sql`o.event_id = ${eventId}::uuid`,
      refunds: sql`r.event_id = ${eventId}::uuid`,
      vouchers: sql`v.event_id = ${eventId}::uuid`,
    }
  return {
    tickets: sql`t.event_id = ${eventId}::uuid and t.id = ${scope.ticketId}::uuid`,
    drinks: sql`false`,
    refunds: sql`r.order_id = (select k.order_id from tickets k where k.id = ${scope.ticketId}::uuid)`,
    vouchers: sql`v.ticket_id = ${scope.ticketId}::uuid`,
  }
}

/**
 * A row for each ticket (rule R14.1), and for each paid order that adds drinks to one (rule R21.6). The columns are those of `TicketMoney` in the database's spelling, and those that lists
 * show. Lists and decisions read the same statement.
 */
export function ticketMoney(scope: TicketScope): RawBuilder<unknown> {
  const { tickets, drinks, refunds, vouchers } = within(scope)
  return sql`
    select f.*, case when f.is_drinks and f.amount_cents > 0 and f.left_cents <= 0 and f.refunded_cents = 0 then 'used'
                     when f.kind = 'in_person' and f.state = 'cancelled' then 'refunded'
                     when f.kind = 'in_person' then 'in_person'
                     when f.amount_cents = 0 then 'free'
                     when f.payment_id is null then 'unpaid'
                     when f.order_state = 'in_dispute' then 'disputed'
                     when f.state = 'suspended' and not f.is_drinks then 'refunding'
                     when f.left_cents <= 0 and f.refunded_cents = 0 and f.spent_cents > 0 then 'used'
                     when f.left_cents <= 0 then 'refunded'
                     when f.approved_at < app_now() - make_interval(days => ${PROVIDER_REFUND_DAYS}) then 'too_old'
                     when f.state = 'used' and not f.is_drinks then 'used' end as obstacle
      from (
        select t.id as ticket_id, false as is_drinks, t.number, t.kind, t.state, t.type_id, t.holder_id, t.payer_id, t.order_id, t.event_id,
               o.public_id, o.number as order_number, o.paid_at, o.state as order_state, p.id as payment_id, p.approved_at,
               coalesce(w.waiting, 0) as waiting_cents,
               t.price_cents + t.fee_cents + coalesce(v.paid, 0) as amount_cents, coalesce(v.spent, 0) as spent_cents,
               coalesce(g.gone, 0) as refunded_cents,
               p.amount_cents - p.refunded_cents - coalesce(w.waiting, 0) as order_left_cents,
               greatest(0, least(t.price_cents + t.fee_cents + coalesce(v.paid, 0) - coalesce(v.spent, 0) - coalesce(g.gone, 0),
                                 p.amount_cents - p.refunded_cents - coalesce(w.waiting, 0))) as left_cents
          from tickets t
          left join orders o on o.id = t.order_id
          left join payments p on p.order_id = t.order_id and p.is_applied
          left join (select r.ticket_id, sum(r.amount_cents)::bigint as gone from refunds r
                      where ${refunds} and (r.state = 'completed' or payments_refund_is_open(r.state))
                      group by r.ticket_id) g on g.ticket_id = t.id
          left join (select r.payment_id, sum(r.amount_cents)::bigint as waiting from refunds r
                      where ${refunds} and payments_refund_is_open(r.state)
                      group by r.payment_id) w on w.payment_id = p.id
          left join (select v.ticket_id, v.order_id, sum(v.price_cents + v.fee_cents)::bigint as paid,
                            sum(v.price_cents + v.fee_cents) filter (where v.redeemed_at is not null)::bigint as spent
                       from drink_vouchers v where ${vouchers} group by v.ticket_id, v.order_id) v
                 on v.ticket_id = t.id and v.order_id = t.order_id
         where ${tickets}
        union all
        select t.id, true, t.number, 'paid', t.state, t.type_id, t.holder_id, o.buyer_id, o.id, o.event_id,
               o.public_id, o.number, o.paid_at, o.state, p.id, p.approved_at, w.waiting, o.paid_cents, s.spent,
               p.refunded_cents + w.waiting, p.amount_cents - p.refunded_cents - w.waiting,
               coalesce(checkout_drinks_left(o.id), 0)
          from orders o
          join tickets t on t.id = o.ticket_id
          join payments p on p.order_id = o.id and p.is_applied
         cross join lateral (select coalesce(sum(r.amount_cents), 0)::bigint as waiting from refunds r
                              where r.payment_id = p.id and payments_refund_is_open(r.state)) w
         cross join lateral (select coalesce(sum(v.price_cents + v.fee_cents), 0)::bigint as spent from drink_vouchers v
                              where v.order_id = o.id and v.redeemed_at is not null) s
         where ${drinks}) f`
}

/**
 * The same of whole orders, with `shared_cents`: refunds of no ticket (the seller's own, say) took of the money of all of them, so
 * each ticket has at most what those before it leave of the order's. Tickets that the payer still holds come first.
 */
export function sharedTicketMoney(scope: TicketScope): RawBuilder<unknown> {
  return sql`
    select s.*, case when s.obstacle is null
                     then greatest(0, least(s.left_cents, s.order_left_cents - coalesce(s.before_cents, 0)))
                     else 0 end as shared_cents
      from (select f.*, sum(f.left_cents) filter (where f.obstacle is null) over (
                          partition by f.order_id order by f.holder_id <> f.payer_id, f.ticket_id
                          rows between unbounded preceding and 1 preceding) as before_cents
              from (${ticketMoney(scope)}) f) s`
}

/** Finds one ticket of the event; its share is as if it were requested alone. */
export async function findTicketMoney(app: Core, eventId: string, ticketId: string): Promise<TicketMoney | undefined> {
  return (await readMoney(app, { eventId, ticketId }))[0]
}

/** Lists the tickets of orders by their ids. Lock the orders first where something is decided by it. */
export function listTicketMoney(app: Core, orderIds: readonly string[]): Promise<TicketMoney[]> {
  return readMoney(app, { orderIds })
}

async function readMoney(app: Core, scope: TicketScope): Promise<TicketMoney[]> {
  const { rows } = await sql<TicketMoney>`
    select m.ticket_id as "ticketId", m.is_drinks as "isDrinks", m.order_id as "orderId", m.payment_id as "paymentId", m.state,
           m.holder_id <> m.payer_id as "isTransferred", m.amount_cents as "amountCents",
           m.refunded_cents as "refundedCents", m.left_cents as "leftCents", m.shared_cents::bigint as "sharedCents", m.obstacle
      from (${sharedTicketMoney(scope)}) m order by m.ticket_id`.execute(app.db)
  return rows
}
