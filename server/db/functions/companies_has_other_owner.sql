-- module: companies
-- Whether a company has an owner besides this person. Invited owners who never entered, and blocked ones, are none.
create or replace function companies_has_other_owner(company uuid, person uuid) returns boolean
language sql stable as $$
  select exists (
    select from company_members m join users u on u.id = m.user_id
     where m.company_id = company and m.role = 'owner' and m.user_id <> person and u.state = 'active')
$$;
