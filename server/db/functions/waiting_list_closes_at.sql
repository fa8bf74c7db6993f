-- module: waiting-list
-- When the waitlist of a type closes: two hours before the event, or with its sale or the last hour of its tickets (rule R19.1).
-- Null for never. Without a type's two moments: when the last one of the event closes.
create or replace function waiting_list_closes_at(event_starts_at timestamptz, sale_ends_at timestamptz, valid_until timestamptz)
returns timestamptz
language sql stable parallel safe
as $$
  select least(event_starts_at - interval '2 hours', sale_ends_at, valid_until)
$$;
