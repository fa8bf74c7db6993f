-- module: checkout
-- Whether an order in this state has a use of its discount code: it holds its places, or was paid, whatever went back since.
create or replace function checkout_counts_discount(state text) returns boolean
language sql immutable parallel safe as $$
  select state not in ('expired', 'cancelled', 'failed')
$$;
