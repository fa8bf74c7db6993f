-- module: accounts
-- The phone that a person's own things are sent to (behaviour.md §1): once they proved a contact only what they proved; before,
-- what they gave at registration, and only for what they did themselves (`is_own`: bought, gave away), never for what
-- somebody else meant for the person of that contact. What waits for an account to be activated goes where it was sent.
create or replace function accounts_reach_phone(u users, is_own boolean) returns text
language sql immutable
as $$
  select case when u.state = 'pending' or u.phone_proved_at is not null
                or is_own and u.mail_proved_at is null and u.phone_proved_at is null then u.phone end
$$;
