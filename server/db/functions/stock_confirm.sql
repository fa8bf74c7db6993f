-- module: stock
-- What was held is sold. The counters and the event's total stay as they are: a place is taken either way.
create or replace function stock_confirm(event_ids uuid[], type_ids uuid[], quantities int[]) returns void
language plpgsql
as $$
declare
  zeros int[] := array_fill(0, array[cardinality(quantities)]);
begin
  perform stock_lock(type_ids, event_ids);
  perform stock_change(event_ids, array_fill(null::uuid, array[cardinality(quantities)]), type_ids,
                       array(select -q from unnest(quantities) with ordinality u (q, n) order by n), quantities, zeros);
end
$$;
