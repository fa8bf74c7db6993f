-- module: companies
-- The account at the provider that would collect for this company now: one row, or none (rules R7.2, R7.4). A failed refresh keeps
-- it until the token ends. A function in FROM without settings of its own, so that it becomes part of the query that calls it.
create or replace function companies_collecting_account(for_company uuid)
returns table (collector_id text, access_token_sealed text)
language sql stable
as $$
  select a.collector_id, a.access_token_sealed from payment_accounts a
   where a.company_id = for_company and a.state in ('connected', 'refresh_failed') and a.access_token_sealed is not null
     and a.sells_from <= app_now() and coalesce(a.sells_until > app_now(), true)
     and coalesce(a.token_expires_at > app_now(), true)
$$;
