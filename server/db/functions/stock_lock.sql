-- module: stock
-- Locks the stock of types and then of events, each in the order of its id, and gives how many places are free: the one
-- way to begin a change of stock, so that two of them never wait for each other. `types` and `type_free` go together, as
-- do `events` and `event_free`; an event without a capacity of its own has null.
create or replace function stock_lock(
  type_ids uuid[], event_ids uuid[],
  out types uuid[], out type_free int[], out events uuid[], out event_free int[]
)
language plpgsql
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
as $$
begin
  select array_agg(s.type_id), array_agg(s.free) into types, type_free
    from (select t.type_id, stock_free_places(t) as free
            from ticket_stock t where t.type_id = any (type_ids) order by t.type_id for update) s;
  select array_agg(s.event_id), array_agg(s.free) into events, event_free
    from (select e.event_id, e.capacity - e.taken as free
            from event_stock e where e.event_id = any (event_ids) order by e.event_id for update) s;
end
$$;
