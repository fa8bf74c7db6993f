-- module: stock
-- Adds signed numbers of places that people wait for, and of places that are kept for an offer to one of them, one row of the
-- parallel arrays per change. Offered places are held, in no buyer's counter, until an order takes it or it returns. Call
-- `stock_lock` first. The table's checks refuse what the caller decided wrong.
create or replace function stock_wait(event_ids uuid[], type_ids uuid[], wanted_by int[], offered_by int[]) returns void
language plpgsql
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
as $$
begin
  update ticket_stock s set wanted = s.wanted + c.wanted, offered = s.offered + c.offered, held = s.held + c.offered
    from (select l.type_id, sum(l.wanted)::int as wanted, sum(l.offered)::int as offered
            from unnest(type_ids, wanted_by, offered_by) l (type_id, wanted, offered) group by l.type_id) c
   where s.type_id = any (type_ids) and s.type_id = c.type_id and (c.wanted <> 0 or c.offered <> 0);

  update event_stock s set taken = s.taken + c.offered
    from (select l.event_id, sum(l.offered)::int as offered
            from unnest(event_ids, offered_by) l (event_id, offered) group by l.event_id) c
   where s.event_id = any (event_ids) and s.event_id = c.event_id and c.offered <> 0;
end
$$;
