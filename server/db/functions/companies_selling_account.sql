-- module: companies
-- The account that paid types of this company are sold through now: the one that collects for it, or none until refunds are made
-- that its balance did not cover for days (rule R14.7). A function in FROM without settings of its own, so that it becomes part of
-- the query that calls it.
create or replace function companies_selling_account(for_company uuid)
returns table (collector_id text, access_token_sealed text)
language sql stable
as $$
  select a.collector_id, a.access_token_sealed from companies_collecting_account(for_company) a
   where not exists (select from companies s where s.id = for_company and s.paid_sales_stopped_at is not null)
$$;
