-- module: checkout
-- What is left of the money of an order that adds drinks to a ticket, in centavos: without what was redeemed, has gone back or is
-- on its way. Null when nothing of it is served: it is not paid, it is refunded, or its buyer's bank disputes it.
create or replace function checkout_drinks_left(of_order uuid) returns bigint
language plpgsql stable
as $$
begin
  return (
    select greatest(0, o.paid_cents
             - (select coalesce(sum(v.price_cents + v.fee_cents), 0) from drink_vouchers v where v.order_id = o.id and v.redeemed_at is not null)
             - coalesce((select p.refunded_cents + (select coalesce(sum(r.amount_cents), 0) from refunds r
                                                     where r.payment_id = p.id and payments_refund_is_open(r.state))
                           from payments p where p.order_id = o.id and p.is_applied), 0))
      from orders o where o.id = of_order and o.state in ('paid', 'partially_refunded'));
end
$$;
