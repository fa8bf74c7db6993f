-- module: stock
-- Gives places back that no unpaid order holds: `from_state` is `sold` or `courtesy`, `unproved_by` how many of each were had free of charge
-- by people who had verified nothing. Called in the
-- same transaction as the update whose `returning` shows that it ended the order or ticket, so each place comes back once.
create or replace function stock_release(
  event_ids uuid[], buyer_ids uuid[], type_ids uuid[], quantities int[], from_state text, unproved_by int[]
) returns void
language plpgsql
as $$
declare
  zeros int[] := array_fill(0, array[cardinality(quantities)]);
  back int[] := array(select -q from unnest(quantities) with ordinality u (q, n) order by n);
begin
  perform stock_lock(type_ids, event_ids);
  perform stock_move(event_ids, buyer_ids, type_ids, zeros,
                     case from_state when 'sold' then back else zeros end,
                     case from_state when 'courtesy' then back else zeros end,
                     array(select -q from unnest(unproved_by) with ordinality u (q, n) order by n));
end
$$;
