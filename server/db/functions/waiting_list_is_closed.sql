-- module: waiting-list
-- Whether the waitlist of a type is closed for good: its time is over, or there is nothing to wait for any more. An event that is over
-- has begun, so its time is over too.
create or replace function waiting_list_is_closed(
  event_state text, removed_at timestamptz, closes_at timestamptz, moment timestamptz
)
returns boolean
language sql stable parallel safe
as $$
  select event_state in ('cancelled', 'success') or removed_at is not null or coalesce(closes_at <= moment, false)
$$;
