-- module: accounts
-- Whether two accounts count as one person (rule R6.14). Not transitive: whoever writes two people's contacts does not make them one.
create or replace function accounts_same_person(a users, b users) returns boolean
language sql immutable parallel safe
as $$
  select a.id = b.id or accounts_person_contacts(a) && accounts_person_contacts(b)
$$;
