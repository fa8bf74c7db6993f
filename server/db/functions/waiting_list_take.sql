-- module: waiting-list
-- Offers become the orders that took them, one row of the parallel arrays each: their places are free again for the batch that
-- has the stock locked, which gives those orders theirs in the same transaction.
create or replace function waiting_list_take(entry_ids uuid[], order_ids uuid[]) returns void
language plpgsql
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
as $$
declare
  moved record;
begin
  with taken as (
    update waiting_list_entries w set state = 'taken', order_id = t.order_id, ended_at = app_now()
      from unnest(entry_ids, order_ids) t (entry_id, order_id)
     where w.id = any (entry_ids) and w.id = t.entry_id and w.state = 'offered'
    returning w.event_id, w.type_id, w.offered
  )
  select array_agg(t.event_id) as events, array_agg(t.type_id) as types, array_agg(0) as zeros, array_agg(-t.offered) as offered,
         count(*) as entries
    into moved from taken t;
  if moved.entries <> cardinality(entry_ids) then
    raise exception 'an offer was taken without its lock';
  end if;
  perform stock_wait(moved.events, moved.types, moved.zeros, moved.offered);
end
$$;
