-- module: companies
-- The same for the version before, which asks by this name. To be dropped with the next one.
create or replace function companies_selling_paid(for_company uuid) returns table (company_id uuid)
language sql stable
as $$
  select for_company from companies_selling_account(for_company)
$$;
