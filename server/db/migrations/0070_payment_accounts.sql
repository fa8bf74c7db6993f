-- A company's accounts at the provider: one row for each that it ever connected, so that what was sold through an earlier one is
-- asked about and given back through that one. The account that sells is companies_collector's to say.
-- The version before knows one row per company; it only ever adds one where there was none (the demo's).
alter table payment_accounts
  drop constraint payment_accounts_pkey,
  add column id uuid not null default gen_random_uuid() primary key,
  -- Another account than before sells from a day after it was connected; the one before until then (rule R7.4).
  add column sells_from timestamptz not null default app_now(),
  add column sells_until timestamptz,
  add column connected_by uuid references users,
  add column ended_at timestamptz,
  add column ended_because text check (ended_because in ('disconnected', 'revoked', 'expired', 'replaced')),
  -- When the provider is next asked whether the token still counts, and for a new one.
  add column refresh_at timestamptz,
  add column next_attempt_at timestamptz not null default app_now(),
  add column attempts int not null default 0,
  add column leased_by uuid,
  add column last_error text,
  -- When its people were last told that it will stop selling by itself.
  add column warned_at timestamptz;
update payment_accounts
   set sells_from = connected_at, refresh_at = connected_at + (token_expires_at - connected_at) / 2
 where state <> 'disconnected';
-- A browser on its way to the provider and back, for one company, once, within ten minutes.
create table payment_account_requests (
  state_hash bytea primary key,
  browser_hash bytea not null,
  session_id uuid not null references sessions on delete cascade,
  company_id uuid not null references companies,
  verifier_sealed text not null,
  expires_at timestamptz not null
);
create index payment_account_requests_expiry on payment_account_requests (expires_at);
create index payment_account_requests_session on payment_account_requests (session_id);

-- Whose account a payment reached; a company may have had several. Null in rows of the version before, whose companies had one.
alter table payments add column collector_id text;
