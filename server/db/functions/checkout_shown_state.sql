-- module: checkout
-- The state that people see of an order: what can no longer be paid has expired, although its hold lasts a little longer.
create or replace function checkout_shown_state(state text, held_until timestamptz, total_cents bigint, moment timestamptz)
returns text
language sql stable parallel safe as $$
  select case when checkout_is_unpaid(state) and checkout_pay_until(held_until, total_cents) <= moment then 'expired' else state end
$$;
