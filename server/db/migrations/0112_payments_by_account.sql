-- no-transaction
-- When an account was last paid, asked of each that sells no more before its tokens are renewed or erased.
create index concurrently if not exists payments_by_account on payments (collector_id, approved_at) where approved_at is not null;
