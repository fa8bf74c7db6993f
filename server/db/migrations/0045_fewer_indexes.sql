-- no-transaction: sales go on meanwhile. Each statement stands alone and may come again.

-- Every row of the audit is written unsealed: indexed among the sealed ones it cost each sale an entry that says nothing.
create unique index concurrently if not exists audit_rows_sealed on audit_rows (seal_number) where seal_number is not null;
alter table audit_rows drop constraint if exists audit_rows_seal_number_key;

-- What costs nothing is paid in the batch that places it: none of it is ever held.
drop index concurrently if exists orders_free_held;
