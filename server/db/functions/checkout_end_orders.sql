-- module: checkout
-- Ends unpaid orders that the caller has locked, in a state and by the name of that act, and gives their places and uses of discount
-- codes back: the one way in which a hold ends that nothing replaces.
create or replace function checkout_end_orders(ended_ids uuid[], ended_state text, by_action text) returns void
language plpgsql
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
set lock_timeout = '2s'
as $$
declare
  back record;
  zeros int[];
  size constant int[] := array[cardinality(ended_ids)];
begin
  select array_agg(o.event_id) as events, array_agg(o.buyer_id) as buyers, array_agg(l.type_id) as types,
         array_agg(-l.quantity) as held, array_agg(case when o.is_unproved then -l.quantity else 0 end) as unproved
    into back
    from order_lines l
   cross join lateral (select k.event_id, k.buyer_id, k.is_unproved from orders k where k.id = l.order_id limit 1) o
   where l.order_id = any (ended_ids);
  -- Drinks alone have no places.
  if back.types is not null then
    zeros := array_fill(0, array[cardinality(back.types)]);
    perform stock_lock(back.types, back.events);
    perform stock_move(back.events, back.buyers, back.types, back.held, zeros, zeros, back.unproved);
  end if;
  perform checkout_close_orders(app_now(), ended_ids, array_fill(ended_state, size), array_fill(by_action, size));
end
$$;
