-- module: companies
-- One row when paid types of this company may be on sale: a failed refresh keeps selling until the token ends
-- (rule R7.2). Lists and decisions both ask here. A function in FROM without settings of its own, so that it becomes
-- part of the query that calls it.
create or replace function companies_selling_paid(for_company uuid) returns table (company_id uuid)
language sql stable
as $$
  select a.company_id from payment_accounts a
   where a.company_id = for_company and a.state in ('connected', 'refresh_failed') and a.access_token_sealed is not null
     and coalesce(a.token_expires_at > app_now(), true)
$$;
