-- module: accounts
-- The phone that a person's own things are sent to; null for none.
create or replace function accounts_reach_phone(u users, is_own boolean) returns text
language sql immutable
as $$
  select case when accounts_is_reached(u, u.phone_proved_at is not null, is_own) then u.phone end
$$;
