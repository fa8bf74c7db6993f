-- module: ledger
-- What an entry adds to what buyers paid, the service fee with it: 'Pagado' of the settlement and of an event. Money that bought
-- nothing is not in it, and what goes back takes nothing from it.
create or replace function ledger_paid_cents(kind text, debit text, credit text, amount_cents bigint) returns bigint
language sql immutable parallel safe
as $$
  select case when kind in ('refund', 'refund_fee') or 'suspense' in (debit, credit) then 0
              when credit = 'buyers' then amount_cents when debit = 'buyers' then -amount_cents else 0 end
$$;
