-- module: stock
-- Adds signed numbers of places to types, to their events and to buyers' counters, one row of the parallel arrays per
-- change; a null buyer has no counter. `unproved_by` says how many of the places accounts that verified nothing hold
-- unpaid or have free of charge. Call `stock_lock` first. The tables' checks refuse what the caller decided wrong.
create or replace function stock_move(
  event_ids uuid[], buyer_ids uuid[], type_ids uuid[], held_by int[], sold_by int[], courtesy_by int[], unproved_by int[]
) returns void
language plpgsql
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
as $$
declare
  counter record;
begin
  -- `= any` in addition to each join: whatever plan is kept, only the rows of this change are visited.
  update ticket_stock s set held = s.held + c.held, sold = s.sold + c.sold, courtesy = s.courtesy + c.courtesy,
                            unproved = s.unproved + c.unproved
    from (select l.type_id, sum(l.held)::int as held, sum(l.sold)::int as sold, sum(l.courtesy)::int as courtesy,
                 sum(l.unproved)::int as unproved
            from unnest(type_ids, held_by, sold_by, courtesy_by, unproved_by) l (type_id, held, sold, courtesy, unproved)
           group by l.type_id) c
   where s.type_id = any (type_ids) and s.type_id = c.type_id
     and (c.held <> 0 or c.sold <> 0 or c.courtesy <> 0 or c.unproved <> 0);

  update event_stock s set taken = s.taken + c.taken
    from (select l.event_id, sum(l.held + l.sold + l.courtesy)::int as taken
            from unnest(event_ids, held_by, sold_by, courtesy_by) l (event_id, held, sold, courtesy) group by l.event_id) c
   where s.event_id = any (event_ids) and s.event_id = c.event_id and c.taken <> 0;

  -- The counter whose type is the event itself counts over all its types.
  insert into buyer_counters as b (event_id, buyer_id, type_id, taken)
  select l.event_id, l.buyer_id, k.counted, sum(l.held + l.sold + l.courtesy)::int
    from unnest(event_ids, buyer_ids, type_ids, held_by, sold_by, courtesy_by)
           l (event_id, buyer_id, type_id, held, sold, courtesy)
   cross join lateral (values (l.event_id), (l.type_id)) k (counted)
   where l.buyer_id is not null
   group by l.event_id, l.buyer_id, k.counted
  having sum(l.held + l.sold + l.courtesy) > 0
   order by l.event_id, l.buyer_id, k.counted
  on conflict (event_id, buyer_id, type_id) do update set taken = b.taken + excluded.taken;

  if 0 <= all (held_by) and 0 <= all (sold_by) and 0 <= all (courtesy_by) then
    return;
  end if;
  -- What is given back is taken off one by one: a proposed row below zero would fail its check before meeting its conflict.
  for counter in
    select l.event_id, l.buyer_id, k.counted, sum(l.held + l.sold + l.courtesy)::int as given_back
      from unnest(event_ids, buyer_ids, type_ids, held_by, sold_by, courtesy_by)
             l (event_id, buyer_id, type_id, held, sold, courtesy)
     cross join lateral (values (l.event_id), (l.type_id)) k (counted)
     where l.buyer_id is not null
     group by l.event_id, l.buyer_id, k.counted
    having sum(l.held + l.sold + l.courtesy) < 0
     order by l.event_id, l.buyer_id, k.counted
  loop
    update buyer_counters b set taken = b.taken + counter.given_back
     where b.event_id = counter.event_id and b.buyer_id = counter.buyer_id and b.type_id = counter.counted;
  end loop;
end
$$;
