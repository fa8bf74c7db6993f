-- The provider's books beside the ledger: until when each account was compared, and what did not agree. One row per account that
-- has a token; no foreign key, because the account's module does not wait for this one.
create table settlement_checks (
  account_id uuid primary key,
  company_id uuid not null,
  collector_id text not null,
  checked_until timestamptz not null,
  -- When all was last looked at up to that moment.
  checked_at timestamptz,
  next_attempt_at timestamptz not null default app_now(),
  attempts int not null default 0,
  leased_by uuid,
  last_error text
);
create index settlement_checks_due on settlement_checks (next_attempt_at);
create index settlement_checks_company on settlement_checks (company_id);

-- One open row for each figure of a payment; closed when it agrees again.
create table settlement_differences (
  id bigint generated always as identity primary key,
  company_id uuid not null,
  collector_id text not null,
  provider_payment_id text not null,
  order_public_id text not null,
  what text not null check (what in ('charged', 'returned', 'platform', 'platform_returned', 'provider')),
  ledger_cents bigint not null,
  provider_cents bigint not null check (provider_cents <> ledger_cents),
  found_at timestamptz not null default app_now(),
  closed_at timestamptz
);
create unique index settlement_differences_open on settlement_differences (provider_payment_id, what) where closed_at is null;
create index settlement_differences_company on settlement_differences (company_id) where closed_at is null;
