-- module: stock
-- Takes free places of one event without holding them first, as `sold` or `courtesy`: all of them or none. False when the
-- types or the event have too few left, beyond those that others wait for. A null buyer has no counter; limits per person are
-- the caller's to check.
create or replace function stock_issue(
  wanted_event uuid, wanted_buyer uuid, type_ids uuid[], quantities int[], to_state text
) returns boolean
language plpgsql
as $$
declare
  lines int := cardinality(quantities);
  zeros int[] := array_fill(0, array[lines]);
begin
  perform stock_lock(type_ids, array[wanted_event]);
  if (select sum(q) from unnest(quantities) q)
       > (select stock_open_places_of_event(s) from event_stock s where s.event_id = wanted_event)
     or exists (select from unnest(type_ids, quantities) l (type_id, quantity) group by l.type_id
                having sum(l.quantity) > coalesce((select stock_open_places(s) from ticket_stock s where s.type_id = l.type_id), 0)) then
    return false;
  end if;
  perform stock_move(array_fill(wanted_event, array[lines]), array_fill(wanted_buyer, array[lines]), type_ids, zeros,
                     case to_state when 'sold' then quantities else zeros end,
                     case to_state when 'courtesy' then quantities else zeros end, zeros);
  return true;
end
$$;
