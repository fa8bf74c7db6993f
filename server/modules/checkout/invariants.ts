import type { Invariants } from '#server/db/invariants.ts'

export const invariants: Invariants = {
  kinds: {
    order: {
      atOnce: 200,
      around: `
      with touched as materialized (select id, event_id, buyer_id from orders where id = any($ids))
      select 'type' as kind, l.type_id as id, s.event_id from touched s join order_lines l on l.order_id = s.id
       union select 'buyer', buyer_id, event_id from touched
       union select 'event', event_id, event_id from touched`,
    },
    buyer: { atOnce: 200 },
  },
  narrowed: {
    type: { order_lines: 'type_id = any($ids)', orders: 'event_id = any($events)' },
    order: {
      orders: 'id = any($ids)',
      order_lines: 'order_id = any($ids)',
      order_drinks: 'order_id = any($ids)',
      drink_vouchers: 'order_id = any($ids)',
    },
    buyer: {
      orders: '(event_id, buyer_id) in ($pairs)',
      tickets: 'order_id in (select id from public.orders where (event_id, buyer_id) in ($pairs))',
    },
  },
  of: {
    event: {
      'I2 uses of a discount code are the orders that hold or were paid with it': `
      select d.id from discount_codes d where d.uses <> (
        select count(*) from orders o where o.discount_code_id = d.id and checkout_counts_discount(o.state))`,
      'I5 each person uses a discount code at most as often as it allows': `
      select d.id from discount_codes d
       where d.per_person_limit < (
        select max(u.uses) from (
          select count(*) as uses from orders o where o.discount_code_id = d.id and checkout_counts_discount(o.state)
           group by o.buyer_id) u)`,
    },
    type: {
      'I2 held places are those of unpaid orders and of waitlist offers': `
      select s.type_id from ticket_stock s where s.held - s.offered <> (
        select coalesce(sum(l.quantity), 0) from order_lines l join orders o on o.id = l.order_id
         where l.type_id = s.type_id and checkout_is_unpaid(o.state))`,
      'I2 places of accounts that verified nothing are those of their unpaid orders and free tickets': `
      select s.type_id from ticket_stock s where s.unproved <> (
        select coalesce(sum(l.quantity), 0) from order_lines l join orders o on o.id = l.order_id
         where l.type_id = s.type_id and o.is_unproved and checkout_is_unpaid(o.state)) + (
        select count(*) from tickets t join orders o on o.id = t.order_id
         where t.type_id = s.type_id and t.kind = 'free' and tickets_has_place(t.state) and o.is_unproved)`,
    },
    order: {
      'lines belong to an order and to a type of its event': `
      select l.order_id from order_lines l left join orders o on o.id = l.order_id left join ticket_types t on t.id = l.type_id
       where o.event_id is null or t.event_id is distinct from o.event_id`,
      'orders belong to events, companies and people that exist': `
      select o.id from orders o
       where not exists (select from events e where e.id = o.event_id and e.company_id = o.company_id)
          or not exists (select from users u where u.id = o.buyer_id)`,
      'orders add up to their lines and drinks': `
      select o.id from orders o left join lateral (
        select coalesce(sum(l.quantity), 0) as places, coalesce(sum(l.quantity * l.unit_price_cents), 0) as subtotal,
               coalesce(sum(l.quantity * l.unit_fee_cents), 0) as fee,
               coalesce(sum(l.quantity * l.unit_absorbed_fee_cents), 0) as absorbed,
               coalesce(sum(l.quantity * l.unit_discount_cents), 0) as discount
          from order_lines l where l.order_id = o.id) l on true
        cross join lateral (
        select coalesce(sum(d.quantity), 0) as drinks, coalesce(sum(d.quantity * d.unit_price_cents), 0) as subtotal,
               coalesce(sum(d.quantity * d.unit_fee_cents), 0) as fee, coalesce(sum(d.quantity * d.unit_absorbed_fee_cents), 0) as absorbed
          from order_drinks d where d.order_id = o.id) d
       where l.places is distinct from o.tickets_count or d.drinks <> o.drinks_count
          or l.subtotal + d.subtotal is distinct from o.subtotal_cents or l.fee + d.fee is distinct from o.fee_cents
          or l.absorbed + d.absorbed is distinct from o.absorbed_fee_cents or l.discount is distinct from o.discount_cents`,
      'drinks of an order are of the menu of its event': `
      select d.order_id from order_drinks d left join orders o on o.id = d.order_id left join drinks k on k.id = d.drink_id
       where o.event_id is null or k.event_id <> o.event_id`,
      'I3 a paid order has the vouchers of its drinks, on its own tickets or the one that it adds them to, and no unpaid order has any': `
      select o.id from orders o
       where exists (
         select from (select d.drink_id, d.quantity, d.unit_price_cents, d.unit_fee_cents from order_drinks d
                       where d.order_id = o.id and checkout_has_paid(o.state)) d
           full join (select v.drink_id, count(*) as made, min(v.price_cents) as least, max(v.price_cents) as most, max(v.fee_cents) as fee
                        from drink_vouchers v where v.order_id = o.id group by v.drink_id) v on v.drink_id = d.drink_id
          where (v.made, v.least, v.most, v.fee) is distinct from (d.quantity, d.unit_price_cents, d.unit_price_cents, d.unit_fee_cents))
          or exists (select from drink_vouchers v left join tickets t on t.id = v.ticket_id
                      where v.order_id = o.id
                        and (case when o.ticket_id is null then t.order_id is distinct from o.id else v.ticket_id <> o.ticket_id end
                             or v.event_id <> o.event_id))`,
      'an order has a discount by a code of its event, and none without': `
      select o.id from orders o
       where case when o.discount_code_id is null then o.discount_cents > 0 or o.discount_code is not null
                  else o.discount_cents = 0 or not exists (
                    select from discount_codes d where d.id = o.discount_code_id and d.event_id = o.event_id and d.code = o.discount_code) end`,
      'I3 a paid order has its tickets, and no unpaid order has any': `
      select o.id from orders o left join lateral (
        select count(*) as made from tickets t where t.order_id = o.id) t on true
       where case when o.state in ('paid', 'partially_refunded') then t.made <> o.tickets_count
                  when o.state in ('refunded', 'in_dispute') then t.made <> o.tickets_count
                  else t.made > 0 end`,
      'M8 a payment reached an account of its company': `
      select p.id from payments p join orders o on o.id = p.order_id
       where p.collector_id is not null
         and not exists (select from payment_accounts a where a.company_id = o.company_id and a.collector_id = p.collector_id)`,
      'M1 a sale in the ledger is the price and the fee of its tickets and vouchers': `
      select o.id from orders o left join lateral (
        select coalesce(sum(l.amount_cents) filter (where l.kind = 'sale'), 0) as sale,
               coalesce(sum(l.amount_cents) filter (where l.kind = 'service_fee' and l.credit = 'buyers'), 0) as fee from ledger_entries l where l.order_id = o.id) l on true
        left join lateral (
        select coalesce(sum(t.price_cents), 0) as price, coalesce(sum(t.fee_cents), 0) as fee from tickets t where t.order_id = o.id) t on true
       cross join lateral (
        select coalesce(sum(v.price_cents), 0) as price, coalesce(sum(v.fee_cents), 0) as fee from drink_vouchers v where v.order_id = o.id) v
       where l.sale <> t.price + v.price or l.fee <> t.fee + v.fee`,
      'M1 entries are of an order, of its event and company, and of its payment': `
      select l.order_id from ledger_entries l left join orders o on o.id = l.order_id left join payments p on p.id = l.payment_id
       where l.order_id is not null
         and (o.event_id is distinct from l.event_id or o.company_id is distinct from l.company_id
              or (l.payment_id is not null and p.order_id is distinct from l.order_id))`,
      'M1 the fee that companies bear is in the ledger, of the orders that sold': `
      select o.id from orders o left join lateral (
        select coalesce(sum(l.amount_cents) filter (where l.kind = 'service_fee'), 0) as borne,
               coalesce(sum(case l.credit when 'platform' then l.amount_cents else -l.amount_cents end)
                          filter (where l.kind = 'refund_fee'), 0) as returned
          from ledger_entries l
         where l.order_id = o.id and ((l.credit, l.debit) = ('company', 'platform') or (l.credit, l.debit) = ('platform', 'company'))) l on true
       where l.borne <> case when checkout_has_paid(o.state) then o.absorbed_fee_cents else 0 end
          or l.returned > l.borne or (o.state = 'refunded' and l.returned <> l.borne)`,
      'M1 what went back of a sale is in the ledger': `
      select o.id from orders o where o.refunded_cents <> (
        select coalesce(sum(case when l.debit = 'buyers' and l.credit in ('company', 'platform') then l.amount_cents
                                 when l.credit = 'buyers' and l.debit in ('company', 'platform') then -l.amount_cents end), 0)
          from ledger_entries l where l.order_id = o.id and l.kind in ('refund', 'refund_fee'))`,
      'M2 an approved payment bought an order or goes back': `
      select p.id from payments p join orders o on o.id = p.order_id
       where p.status = 'approved'
         and case when p.is_applied then not checkout_has_paid(o.state)
                  else not exists (select from refunds r where r.payment_id = p.id) end`,
      'M2 an order is paid by one payment of its total': `
      select o.id from orders o
       where o.total_cents > 0 and checkout_has_paid(o.state)
         and (o.paid_cents <> o.total_cents or o.total_cents is distinct from (
               select sum(p.amount_cents) from payments p where p.order_id = o.id and p.is_applied))`,
      'M7 a ticket whose money is gone opens no door': `
      select t.id from tickets t join orders o on o.id = t.order_id where t.state = 'valid' and o.state in ('refunded', 'in_dispute')`,
      'I3 an ended order holds nothing and an open one has an end': `
      select id from orders where checkout_is_unpaid(state) and (held_until is null or ended_at is not null)`,
    },
    ticket: {
      "tickets belong to a type of their event and to their payer's order": `
      select t.id from tickets t left join ticket_types y on y.id = t.type_id left join orders o on o.id = t.order_id
       where y.event_id is distinct from t.event_id
          or (t.order_id is not null and (o.event_id is distinct from t.event_id or o.buyer_id is distinct from t.payer_id))`,
    },
    buyer: {
      'I5 counters of buyers are the places of their orders': `
      with counted as (
        select o.event_id, o.buyer_id, k.counted, sum(l.quantity) as places
          from orders o join order_lines l on l.order_id = o.id cross join lateral (values (o.event_id), (l.type_id)) k (counted)
         where checkout_is_unpaid(o.state) group by 1, 2, 3
         union all
        select t.event_id, t.payer_id, k.counted, count(*)
          from tickets t cross join lateral (values (t.event_id), (t.type_id)) k (counted)
         where t.order_id is not null and t.kind in ('paid', 'free') and tickets_has_place(t.state) group by 1, 2, 3)
      select coalesce(b.buyer_id, c.buyer_id) from buyer_counters b
        full join (select event_id, buyer_id, counted, sum(places) as places from counted group by 1, 2, 3) c
          on (c.event_id, c.buyer_id, c.counted) = (b.event_id, b.buyer_id, b.type_id)
       where coalesce(b.taken, 0) <> coalesce(c.places, 0)`,
    },
  },
}
