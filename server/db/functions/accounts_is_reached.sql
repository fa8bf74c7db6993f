-- module: accounts
-- Whether a person's own things are sent to a contact of theirs (rule R6.4): once they proved a contact only to what they
-- proved; before, to what they gave at registration, and only what they did themselves (`is_own`: bought, gave away), never
-- what another person sent to that contact. What waits for an account to be activated goes where it was sent.
create or replace function accounts_is_reached(u users, is_proved boolean, is_own boolean) returns boolean
language sql immutable
as $$
  select u.state = 'pending' or is_proved or (is_own and not accounts_has_verified_contact(u.mail_proved_at, u.phone_proved_at))
$$;
