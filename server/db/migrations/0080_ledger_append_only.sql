-- What moved is never changed: a mistake is mended by an entry that moves it back. Once for a statement, so that adding costs
-- nothing.
create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'ledger entries are append-only';
end
$$;
create trigger ledger_entries_append_only before update or delete on ledger_entries
  for each statement execute function refuse_ledger_change();

-- Checked for the rows from now on; those that are there are looked at by the next migration, which waits for nobody.
alter table ledger_entries
  drop constraint ledger_entries_kind_check,
  add constraint ledger_entries_kind_check check (kind in (
    'sale', 'service_fee', 'provider_fee', 'unapplied', 'refund', 'refund_fee', 'commission', 'commission_return',
    'promoter_cash', 'cost')) not valid,
  add constraint ledger_entries_accounts_check check (
    debit in ('buyers', 'company', 'platform', 'provider', 'suspense', 'promoters', 'promoter_cash', 'suppliers')
    and credit in ('buyers', 'company', 'platform', 'provider', 'suspense', 'promoters', 'promoter_cash', 'suppliers')
  ) not valid;
