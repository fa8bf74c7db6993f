-- module: tickets
-- Ends the valid tickets of a holder who leaves as `cancelled`, and gives whose places they were: the buyer of their order,
-- or null for tickets without an order, and the order of those that cost nothing. The condition is the same row's state and
-- holder that a scan, a refund and a transfer change: one of them wins. The rows are locked in the order of their ids, as
-- everywhere (tickets_admit).
create or replace function tickets_give_up(holder uuid)
returns table (event_id uuid, type_id uuid, buyer_id uuid, is_courtesy boolean, free_order_id uuid, quantity int)
language sql
set enable_seqscan = off
as $$
  with locked as materialized (
    select t.id from tickets t where t.holder_id = holder and t.state = 'valid' order by t.id for no key update
  ), given as (
    update tickets t set state = 'cancelled', cancelled_at = app_now()
     where t.id = any (array(select s.id from locked s)) and t.holder_id = holder and t.state = 'valid'
    returning t.id, t.event_id, t.type_id, t.order_id, t.payer_id, t.kind
  ), noted as (
    insert into audit_rows (action, object_type, object_id, before, after)
    select 'ticket.give_up', 'ticket', g.id::text, '{"state": "valid"}', '{"state": "cancelled"}' from given g
  )
  select g.event_id, g.type_id, case when g.order_id is not null then g.payer_id end, g.kind = 'courtesy',
         case when g.kind = 'free' then g.order_id end, count(*)::int
    from given g
   group by 1, 2, 3, 4, 5
   order by 1, 2, 3, 4, 5
$$;
