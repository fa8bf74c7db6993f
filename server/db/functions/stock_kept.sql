-- module: stock
-- How many free places of a type are for the people who wait for it (rule R19.2). `keptPlaces` says the same while a batch is decided.
create or replace function stock_kept(s ticket_stock) returns int
language sql immutable parallel safe
as $$
  select least(s.wanted, greatest(stock_free_places(s), 0))
$$;
