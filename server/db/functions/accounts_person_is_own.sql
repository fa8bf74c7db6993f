-- module: accounts
-- Whether `other` is the person of an account, for what a person may not do with themselves: contacts that the account has without having
-- verified them count too, because nobody loses by writing their own.
create or replace function accounts_person_is_own(u users, other users) returns boolean
language sql immutable parallel safe
as $$
  select u.id = other.id
      or array_remove(array[u.phone, accounts_mailbox(u.mail)], null) && accounts_person_contacts(other)
$$;
