-- module: stock
-- How many places of a type are neither held, sold nor given away by anybody.
create or replace function stock_free_places(s ticket_stock) returns int
language sql immutable parallel safe
as $$
  select s.capacity - s.held - s.sold - s.courtesy
$$;
