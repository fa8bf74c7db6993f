-- module: checkout
-- Service fee of one ticket in centavos: its price by the event's rate, rounded to whole pesos, half up (behaviour.md §0).
-- The same rule as `serviceFeeCents` of the events module; a test keeps them equal.
create or replace function checkout_unit_fee(price_cents bigint, fee_bps int) returns bigint
language sql immutable parallel safe as $$
  select (price_cents * fee_bps + 500000) / 1000000 * 100
$$;
