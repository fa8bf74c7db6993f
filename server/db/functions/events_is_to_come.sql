-- module: events
-- Whether anybody finds an event among what is to come (rules R8.3 and R8.1: lists go by R2.3, not by the state). Give the
-- moment as `(select app_now())`, which is asked once per query.
create or replace function events_is_to_come(state text, is_private boolean, expires_at timestamptz, moment timestamptz)
returns boolean
language sql immutable parallel safe
as $$
  select not is_private and state = 'active' and coalesce(expires_at >= moment, true)
$$;
