-- module: events
-- Whether tickets of an event may be bought now: its state and its company's allow it, its sale was not closed by hand, and it is
-- not over (rules R2.3, R8.2, R8.14). Types, places and accounts are asked apart. In lists give the moment as `(select app_now())`, which is asked once per query.
create or replace function events_is_on_sale(event_state text, sale_closed_at timestamptz, expires_at timestamptz, 
  company_state text, moment timestamptz)
returns boolean
language sql immutable parallel safe
as $$
  select event_state = 'active' and company_state = 'approved' and sale_closed_at is null and coalesce(expires_at >= moment, true)
$$;
