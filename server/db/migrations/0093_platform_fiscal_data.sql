-- Who ran the platform, as the environment said it: a row for each time that it said something else, none ever changed, so that
-- receipts keep what stood when their order was paid. What is null was not given.
create table platform_fiscal_data (
  id uuid primary key,
  legal_name text,
  cuit text,
  vat_condition text,
  address text,
  applies_from timestamptz not null default app_now()
);
create index platform_fiscal_data_newest on platform_fiscal_data (applies_from desc);
