-- module: stock
-- What was held is sold, and no longer counts among the places of accounts that proved nothing. The counters and the
-- event's total stay as they are: a place is taken either way.
create or replace function stock_confirm(event_ids uuid[], type_ids uuid[], quantities int[], is_unproved boolean)
returns void
language plpgsql
as $$
declare
  zeros int[] := array_fill(0, array[cardinality(quantities)]);
  back int[] := array(select -q from unnest(quantities) with ordinality u (q, n) order by n);
begin
  perform stock_lock(type_ids, event_ids);
  perform stock_move(event_ids, array_fill(null::uuid, array[cardinality(quantities)]), type_ids, back, quantities, zeros,
                     case when is_unproved then back else zeros end);
end
$$;
