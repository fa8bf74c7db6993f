-- module: accounts
-- Whether an account proved that a contact is its own (rule R6.4): one is enough.
create or replace function accounts_has_verified_contact(mail_proved_at timestamptz, phone_proved_at timestamptz) returns boolean
language sql immutable parallel safe
as $$
  select mail_proved_at is not null or phone_proved_at is not null
$$;
