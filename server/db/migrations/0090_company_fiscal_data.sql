-- Who a company is to the tax authority: a row for each time that it was said, none ever changed, so that a receipt shows what
-- stood when its order was paid and no payment writes it down. `companies.legal_name` and `companies.cuit`, which no release
-- ever set, are not read any more.
create table company_fiscal_data (
  id uuid primary key,
  company_id uuid not null references companies,
  legal_name text not null,
  cuit text not null check (cuit ~ '^[0-9]{11}$'),
  vat_condition text not null check (vat_condition in ('responsable_inscripto', 'monotributo', 'exento', 'no_alcanzado')),
  address text not null,
  applies_from timestamptz not null default app_now(),
  set_by uuid references users
);
create index company_fiscal_data_newest on company_fiscal_data (company_id, applies_from desc);
