-- module: stock
-- How many free places of a type remain for anybody, beyond those that people wait for: at zero or below it is sold out.
-- `openPlaces` says the same while a batch is decided.
create or replace function stock_open_places(s ticket_stock) returns int
language sql immutable parallel safe
as $$
  select stock_free_places(s) - s.wanted
$$;
