-- module: companies
-- A pending account is joined to its owner's, which takes its place in a company unless it has one already.
create or replace function companies_move_members(from_user uuid, to_user uuid) returns int
language sql as $$
  delete from company_members m
   where m.user_id = from_user and exists (select from company_members o where o.user_id = to_user);
  with moved as (update company_members set user_id = to_user where user_id = from_user returning 1)
  select count(*)::int from moved;
$$;
