-- module: payments
-- What we know of a payment of the provider (`StoredPayment` in store.ts names every field).
create or replace function payments_stored_payment(p payments) returns json
language sql stable
as $$
  select json_build_object(
    'id', p.id, 'orderId', p.order_id, 'status', p.status, 'lastUpdatedAt', p.last_updated_at, 'amountCents', p.amount_cents,
    'refundedCents', p.refunded_cents, 'providerFeeCents', p.provider_fee_cents, 'isApplied', p.is_applied)
$$;
