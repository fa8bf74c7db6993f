-- module: ledger
-- What a promoter's part in an event earned (less what went back), was paid of it, and holds of the company's cash, in centavos.
create or replace function ledger_of_promo(of_promo uuid)
returns table (earned_cents bigint, paid_cents bigint, cash_cents bigint)
language sql stable parallel safe
as $$
  select coalesce(sum(ledger_held('promoters', l.debit, l.credit, l.amount_cents)
                      + ledger_held('promoters_paid', l.debit, l.credit, l.amount_cents)), 0)::bigint,
         coalesce(sum(ledger_held('promoters_paid', l.debit, l.credit, l.amount_cents)), 0)::bigint,
         coalesce(sum(ledger_held('promoter_cash', l.debit, l.credit, l.amount_cents)), 0)::bigint
    from ledger_entries l where l.promo_id = of_promo
$$;
