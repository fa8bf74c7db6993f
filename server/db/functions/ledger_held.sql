-- module: ledger
-- What an entry adds to an account: `held` of the ledger's queries, of one entry.
create or replace function ledger_held(account text, debit text, credit text, amount_cents bigint) returns bigint
language sql immutable parallel safe
as $$
  select case account when debit then amount_cents when credit then -amount_cents else 0 end
$$;
