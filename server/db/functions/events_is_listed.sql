-- module: events
-- Whether public lists, the calendar and the sitemap may name an event (rule R8.3): cancelled ones have a page and no
-- place in lists. The condition of the index events_public, which serves them, is the same.
create or replace function events_is_listed(state text, is_private boolean) returns boolean
language sql immutable parallel safe
as $$
  select not is_private and state in ('active', 'success')
$$;
