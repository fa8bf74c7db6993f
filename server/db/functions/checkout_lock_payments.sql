-- module: checkout
-- Locks the orders that payments name, in the order of their ids, what is known of those payments, and their events, and gives the facts
-- that decide-payment.ts decides by (`PaymentFacts` there names every field), one entry per payment; null where no order
-- has that name. Nothing is written. The arrays are parallel.
-- Plans are kept as in checkout_lock_batch: growing tables are looked up by keys in subqueries, sequential scans are off.
create or replace function checkout_lock_payments(public_ids text[], payment_ids text[], out facts json)
language plpgsql
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
as $$
begin
  perform from (select o.id from orders o where o.public_id = any (public_ids) order by o.id for update) locked;
  perform from (select p.id from payments p where p.provider = 'mercado_pago' and p.provider_payment_id = any (payment_ids)
                 order by p.id for update) locked;
  -- Cancelling an event waits for the payments being applied to it, or they read that it is cancelled (rule R10.6).
  perform from (select e.id from events e
                 where e.id = any (array(select o.event_id from orders o where o.public_id = any (public_ids)))
                 order by e.id for share) locked;
  select json_agg(f.fact order by a.n) into facts
    from unnest(public_ids, payment_ids) with ordinality a (public_id, payment_id, n)
    left join lateral (
      select json_build_object(
               'order', checkout_locked_order(o),
               'eventNumber', (select e.number from events e where e.id = o.event_id),
               'isEventCancelled', (select e.state = 'cancelled' from events e where e.id = o.event_id),
               'lines', (
                 select coalesce(json_agg(json_build_object(
                          'ticketTypeId', l.type_id, 'quantity', l.quantity, 'unitPriceCents', l.unit_price_cents,
                          'unitFeeCents', l.unit_fee_cents,
                          'position', (select t.position from ticket_types t where t.id = l.type_id)) order by l.type_id), '[]')
                   from order_lines l where l.order_id = o.id),
               'drinks', case when o.drinks_count = 0 then '[]' else (
                 select json_agg(json_build_object(
                          'drinkId', d.drink_id, 'quantity', d.quantity, 'unitPriceCents', d.unit_price_cents,
                          'unitFeeCents', d.unit_fee_cents) order by d.drink_id)
                   from order_drinks d where d.order_id = o.id) end,
               -- The accounts that its checkouts collect for, and the one that its company has now.
               'collectorIds', (
                 select coalesce(json_agg(c.collector_id), '[]')
                   from (select k.collector_id from provider_checkouts k where k.order_id = o.id
                          union
                         select k.collector_id from payment_accounts k where k.company_id = o.company_id) c),
               'known', (
                 select payments_stored_payment(p)
                   from payments p where p.provider = 'mercado_pago' and p.provider_payment_id = a.payment_id),
               'isInSuspense', exists (
                 select from payments p join ledger_entries l on l.payment_id = p.id and l.kind = 'unapplied'
                  where p.provider = 'mercado_pago' and p.provider_payment_id = a.payment_id),
               'isPaidByAnother', exists (
                 select from payments p where p.order_id = o.id and p.is_applied and p.provider_payment_id <> a.payment_id)
             ) as fact
        from orders o where o.public_id = a.public_id) f on true;
end
$$;
