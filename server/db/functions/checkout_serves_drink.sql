-- module: checkout
-- Whether a voucher is served as far as its money goes, or was: what is left of its order covers it. Those of the ticket's own order
-- end with the ticket.
create or replace function checkout_serves_drink(voucher drink_vouchers, ticket_order uuid) returns boolean
language sql stable
as $$
  select voucher.redeemed_at is not null or voucher.order_id is not distinct from ticket_order
      or coalesce(checkout_drinks_left(voucher.order_id) >= voucher.price_cents + voucher.fee_cents, false)
$$;
