-- module: checkout
-- Whether an unpaid hold may give its places back: its time is over and, when its buyer was sent to the provider, the
-- provider was asked since, or has had 90 s to report a payment that was made in time (rule R9.3).
create or replace function checkout_is_over(state text, held_until timestamptz, asked_at timestamptz, moment timestamptz)
returns boolean
language sql immutable parallel safe as $$
  select held_until <= moment and (state = 'reserved' or asked_at >= held_until or held_until <= moment - interval '90 seconds')
$$;
