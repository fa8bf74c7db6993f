-- module: checkout
-- Ends up to `most` holds whose time is over and gives their places back; tells how many. Orders that somebody else has
-- locked (a payment being applied, a batch that needs the places) are left to them: whoever ends a hold returns it, once.
create or replace function checkout_expire_orders(most int) returns int
language plpgsql
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
as $$
declare
  ended_ids uuid[];
begin
  select array_agg(k.id) into ended_ids
    from (select k.id from orders k
           where k.held_until <= app_now() and k.state in ('reserved', 'pending_payment')
           order by k.held_until limit most for update skip locked) k;
  if ended_ids is null then
    return 0;
  end if;
  perform stock_release(array_agg(o.event_id), array_agg(o.buyer_id), array_agg(l.type_id), array_agg(l.quantity), 'held')
     from order_lines l
    cross join lateral (select k.event_id, k.buyer_id from orders k where k.id = l.order_id limit 1) o
    where l.order_id = any (ended_ids);
  update orders k set state = 'expired', ended_at = app_now() where k.id = any (ended_ids);
  insert into audit_rows (action, object_type, object_id) select 'order.expire', 'order', e.id::text from unnest(ended_ids) e (id);
  return cardinality(ended_ids);
end
$$;
