-- module: checkout
-- Ends up to `most` holds of an event whose time is over and gives their places back; gives how many. Orders that another
-- transaction has locked (a payment being applied, a batch that needs the places) are left to it: the one that ends a hold
-- returns it, once.
create or replace function checkout_expire_orders(of_event uuid, most int) returns int
language plpgsql
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
set lock_timeout = '2s'
as $$
declare
  moment constant timestamptz := app_now();
  ended_ids uuid[];
begin
  select array_agg(k.id) into ended_ids
    from (select k.id from orders k
           where k.held_until <= moment and checkout_is_unpaid(k.state)
             and checkout_is_over(k.state, k.held_until, k.asked_at, moment)
             and k.event_id is not distinct from of_event
           order by k.held_until limit most for update skip locked) k;
  if ended_ids is null then
    return 0;
  end if;
  perform checkout_end_orders(ended_ids, 'expired', 'order.expire');
  return cardinality(ended_ids);
end
$$;
