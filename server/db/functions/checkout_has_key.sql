-- module: checkout
-- Whether a buyer made an order with this idempotency key.
create or replace function checkout_has_key(buyer uuid, key text) returns boolean
language sql stable
as $$
  select exists (select from orders o where o.buyer_id = checkout_has_key.buyer and o.idempotency_key = checkout_has_key.key)
$$;
