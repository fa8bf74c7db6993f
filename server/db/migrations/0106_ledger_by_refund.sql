-- no-transaction
-- What a refund moved is asked for by its screen, its credit note and a won chargeback: never by reading the whole ledger.
create index concurrently if not exists ledger_entries_refund on ledger_entries (refund_id) where refund_id is not null;
