-- module: stock
-- Free places of an event kept for the waitlist, of each type as many as are both free and waited for: no other buyer gets
-- them, not even for another type, where the event has a capacity of its own (rule R19.2).
create or replace function stock_kept_of_event(of_event uuid) returns int
language sql stable
as $$
  select coalesce(sum(stock_kept(s)), 0)::int
    from ticket_stock s where s.event_id = of_event and s.wanted > 0
$$;
