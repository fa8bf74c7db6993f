-- The service fee is the platform's: terms per company from a date on, which an event takes when it is made and keeps
-- (rules R7.6, R7.7). Events of before keep the percent that they have, on top. `companies.commission_bps` and
-- `orders.commission_cents`, which no release ever set, are not read any more.
create table company_fees (
  id uuid primary key,
  company_id uuid not null references companies,
  percent_bps int not null check (percent_bps between 0 and 3000),
  fixed_cents bigint not null check (fixed_cents >= 0 and fixed_cents % 100 = 0),
  least_cents bigint not null check (least_cents >= 0 and least_cents % 100 = 0),
  most_cents bigint check (most_cents >= least_cents and most_cents % 100 = 0),
  applies_from timestamptz not null,
  set_by uuid references users,
  created_at timestamptz not null default app_now()
);
create index company_fees_newest on company_fees (company_id, applies_from desc, created_at desc);
alter table events
  add column service_fee_fixed_cents bigint not null default 0 check (service_fee_fixed_cents >= 0 and service_fee_fixed_cents % 100 = 0),
  add column service_fee_least_cents bigint not null default 0 check (service_fee_least_cents >= 0 and service_fee_least_cents % 100 = 0),
  add column service_fee_most_cents bigint check (service_fee_most_cents >= service_fee_least_cents and service_fee_most_cents % 100 = 0),
  add column absorbs_service_fee boolean not null default false;
-- What of the fee the company bears; `fee_cents` is what the buyer pays over the price.
alter table orders add column absorbed_fee_cents bigint not null default 0 check (absorbed_fee_cents >= 0);
alter table order_lines
  add column unit_absorbed_fee_cents bigint not null default 0
    check (unit_absorbed_fee_cents >= 0 and unit_absorbed_fee_cents <= unit_price_cents);
