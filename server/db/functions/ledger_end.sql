-- module: ledger
-- Where the ledger and the door end now, for jobs that go on from a mark: a number and an instant that everything entered and scanned
-- by transactions which ended before has at most. Numbers and instants are given before the commit: `ledger_is_settled(at)` says when
-- nothing below comes any more. The instant is read last: a transaction with a number or an instant below began before it.
create or replace function ledger_end() returns table (at timestamptz, ledger_id bigint, scanned_until timestamptz)
language plpgsql volatile
as $$
begin
  -- For a ledger without entries the sequence gives the number of the first, which does not exist yet.
  select case when q.is_called then q.last_value else 0 end into ledger_id from ledger_entries_id_seq q;
  scanned_until := app_now() + (clock_timestamp() - now());
  at := clock_timestamp();
  return next;
end
$$;
