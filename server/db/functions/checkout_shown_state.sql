-- module: checkout
-- The state that people see of an order: what can no longer be paid has expired, although its hold lasts a little longer, and that
-- of a cancelled event is cancelled, although its hold ends a little later.
create or replace function checkout_shown_state(state text, held_until timestamptz, total_cents bigint, event_state text, moment timestamptz)
returns text
language sql stable parallel safe as $$
  select case when not checkout_is_unpaid(state) then state
              when event_state = 'cancelled' then 'cancelled'
              when checkout_pay_until(held_until, total_cents) <= moment then 'expired'
              else state end
$$;
