-- module: accounts
-- What a person counts by (rule R6.14): the contacts that the account verified, else those that it has. A mail is its mailbox.
create or replace function accounts_person_contacts(u users) returns text[]
language sql immutable parallel safe
as $$
  select array_remove(case when accounts_has_verified_contact(u.mail_proved_at, u.phone_proved_at)
    then array[case when u.phone_proved_at is not null then u.phone end,
               case when u.mail_proved_at is not null then accounts_mailbox(u.mail) end]
    else array[u.phone, accounts_mailbox(u.mail)] end, null)
$$;
