-- What the provider kept of payments that bought nothing was in no entry. It is entered today, because the ledger's days that were
-- read before stay as they were. The version before never enters this kind for such a payment, so that nothing is entered twice.
insert into ledger_entries (kind, debit, credit, amount_cents, company_id, event_id, order_id, payment_id)
select 'provider_fee', 'provider', 'company', p.provider_fee_cents, u.company_id, u.event_id, u.order_id, u.payment_id
  from payments p
  join ledger_entries u on u.payment_id = p.id and u.kind = 'unapplied'
 where not p.is_applied and p.provider_fee_cents > 0
    on conflict do nothing;
