-- module: tickets
-- Adds tickets of orders, one per entry of the parallel arrays, held by their buyers, with one audit row per order.
-- The transaction that calls it makes the orders paid.
create or replace function tickets_issue(
  key_id smallint, ids uuid[], event_ids uuid[], type_ids uuid[], order_ids uuid[], buyer_ids uuid[], numbers text[],
  positions int[], kinds text[], prices bigint[], fees bigint[], code_hashes bytea[]
) returns void
language sql
set enable_seqscan = off
as $$
  insert into tickets (id, event_id, type_id, order_id, payer_id, holder_id, number, position, key_id, code_hash,
                       kind, price_cents, fee_cents)
  select t.id, t.event_id, t.type_id, t.order_id, t.buyer_id, t.buyer_id, t.number, t.position, tickets_issue.key_id, t.code_hash,
         t.kind, t.price, t.fee
    from unnest(ids, event_ids, type_ids, order_ids, buyer_ids, numbers, positions, kinds, prices, fees, code_hashes)
           t (id, event_id, type_id, order_id, buyer_id, number, position, kind, price, fee, code_hash);
  insert into audit_rows (action, object_type, object_id, after)
  select 'ticket.issue', 'order', t.order_id::text,
         jsonb_build_object('kind', min(t.kind), 'ticketIds', jsonb_agg(t.id order by t.position))
    from unnest(order_ids, ids, positions, kinds) t (order_id, id, position, kind) group by t.order_id;
$$;
