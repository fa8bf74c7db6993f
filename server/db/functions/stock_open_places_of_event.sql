-- module: stock
-- The same of an event by its own capacity, over all its types; null where that binds nothing. `openPlacesOfEvent` says the same
-- while a batch is decided.
create or replace function stock_open_places_of_event(s event_stock) returns int
language sql stable
as $$
  select case when s.capacity is not null then s.capacity - s.taken - stock_kept_of_event(s.event_id) end
$$;
