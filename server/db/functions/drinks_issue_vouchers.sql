-- module: drinks
-- Adds the vouchers of paid orders, one per entry of the parallel arrays, with one audit row per order. The transaction that
-- calls it makes the orders paid and issues their tickets.
create or replace function drinks_issue_vouchers(
  ids uuid[], event_ids uuid[], order_ids uuid[], ticket_ids uuid[], drink_ids uuid[], positions int[], prices bigint[], fees bigint[]
) returns void
language sql
as $$
  insert into drink_vouchers (id, event_id, order_id, ticket_id, drink_id, position, price_cents, fee_cents)
  select * from unnest(ids, event_ids, order_ids, ticket_ids, drink_ids, positions, prices, fees);
  insert into audit_rows (action, object_type, object_id, after)
  select 'drink_voucher.issue', 'order', v.order_id::text, jsonb_build_object('voucherIds', jsonb_agg(v.id order by v.position))
    from unnest(order_ids, ids, positions) v (order_id, id, position) group by v.order_id;
$$;
