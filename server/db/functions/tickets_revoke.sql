-- module: tickets
-- Ends an order's unused tickets as `refunded` and tells how many of each type they were; those that are used, given up
-- or expired stay as they are. The condition is the same row's state that a scan changes: one of the two wins. The rows are
-- locked in the order of their ids, as the door does (tickets_admit).
create or replace function tickets_revoke(for_order uuid) returns table (type_id uuid, quantity int)
language sql
set enable_seqscan = off
as $$
  with standing as materialized (
    select t.id from tickets t where t.order_id = for_order and t.state = 'valid' order by t.id for no key update
  ), revoked as (
    update tickets t set state = 'refunded' where t.id = any (array(select s.id from standing s)) returning t.id, t.type_id
  ), noted as (
    insert into audit_rows (action, object_type, object_id, before, after)
    select 'ticket.refund', 'ticket', r.id::text, '{"state": "valid"}', '{"state": "refunded"}' from revoked r
  )
  select r.type_id, count(*)::int from revoked r group by r.type_id order by r.type_id
$$;
