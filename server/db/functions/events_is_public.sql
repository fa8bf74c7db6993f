-- module: events
-- Whether anybody may open the page of an event (rule R8.3). Its own people see more: reach.ts.
create or replace function events_is_public(state text, is_private boolean) returns boolean
language sql immutable parallel safe
as $$
  select not is_private and state in ('active', 'success', 'cancelled')
$$;
