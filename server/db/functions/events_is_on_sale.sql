-- module: events
-- Whether tickets of an event may be bought now: its state and its company's allow it, and it is not over (rules R2.3, R8.2). Types,
-- places and accounts are asked apart.
create or replace function events_is_on_sale(event_state text, starts_at timestamptz, ends_at timestamptz, company_state text)
returns boolean
language sql stable parallel safe
as $$
  select event_state = 'active' and company_state = 'approved' and not is_event_expired(starts_at, ends_at)
$$;
