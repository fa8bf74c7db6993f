import type { Invariants } from '#server/db/invariants.ts'

export const invariants: Invariants = {
  of: {
    order: {
      'M6 no ticket has more on its way back than was paid for it': `
      select r.ticket_id from refunds r join tickets t on t.id = r.ticket_id
       where r.state = 'completed' or payments_refund_is_open(r.state)
       group by r.ticket_id, t.price_cents, t.fee_cents
      having sum(r.amount_cents) > t.price_cents + t.fee_cents + (
               select coalesce(sum(v.price_cents + v.fee_cents), 0) from drink_vouchers v
                where v.ticket_id = r.ticket_id and v.redeemed_at is null
                  and v.order_id = (select t.order_id from tickets t where t.id = r.ticket_id))`,
      'M6 no drinks that were added to a ticket have more on its way back than was paid for those not served': `
      select o.id from orders o join refunds r on r.order_id = o.id and not payments_bought_nothing(r.source)
       where o.ticket_id is not null and (r.state = 'completed' or payments_refund_is_open(r.state))
       group by o.id
      having sum(r.amount_cents) > (
               select coalesce(sum(v.price_cents + v.fee_cents), 0) from drink_vouchers v where v.order_id = o.id and v.redeemed_at is null)`,
      'M7 a ticket is suspended while its money is on its way back or disputed': `
      select t.id from tickets t join orders o on o.id = t.order_id
       where t.state = 'suspended' and o.state <> 'in_dispute'
         and not exists (select from refunds r where r.ticket_id = t.id and r.ends_ticket and payments_refund_is_open(r.state))`,
    },
  },
}
