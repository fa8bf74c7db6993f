-- no-transaction: sales go on meanwhile.
-- A company's entries of a stretch of days: its settlement reads those and no others.
create index concurrently if not exists ledger_entries_company on ledger_entries (company_id, at);
alter table ledger_entries validate constraint ledger_entries_kind_check;
alter table ledger_entries validate constraint ledger_entries_accounts_check;
