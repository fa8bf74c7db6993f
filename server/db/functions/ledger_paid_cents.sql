-- module: ledger
-- What an entry adds to what its event has taken: the price of what was sold, less what of it went back.
create or replace function ledger_taken_cents(kind text, debit text, credit text, amount_cents bigint) returns bigint
language sql immutable parallel safe
as $$
  select case when kind not in ('sale', 'refund') then 0
              when debit = 'company' then amount_cents when credit = 'company' then -amount_cents else 0 end
$$;
