-- no-transaction
-- One row per account of a company, and those that are to be looked after.
create unique index concurrently if not exists payment_accounts_of_company on payment_accounts (company_id, collector_id);
create index concurrently if not exists payment_accounts_due on payment_accounts (next_attempt_at)
 where access_token_sealed is not null;
