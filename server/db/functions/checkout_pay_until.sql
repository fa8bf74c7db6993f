-- module: checkout
-- The last moment to pay an order, which people see as the end of its hold: the hold lasts a minute longer, for payments made in
-- time (rule R9.3). Null when nothing is to be paid. `payUntilMs` says the same while a batch is decided.
create or replace function checkout_pay_until(held_until timestamptz, total_cents bigint) returns timestamptz
language sql stable parallel safe as $$
  select case when total_cents > 0 then held_until - interval '60 seconds' end
$$;
