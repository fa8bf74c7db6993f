-- What an account at the provider changed lately is looked through now and then: until when it was, and when it is next. One row
-- per account that has a token; no foreign key, because the account's module does not wait for this one.
create table collector_searches (
  account_id uuid primary key,
  company_id uuid not null,
  collector_id text not null,
  searched_until timestamptz not null,
  next_attempt_at timestamptz not null default app_now(),
  attempts int not null default 0,
  leased_by uuid,
  last_error text
);
create index collector_searches_due on collector_searches (next_attempt_at);
