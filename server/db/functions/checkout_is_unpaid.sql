-- module: checkout
-- Whether an order in this state holds its places without having paid (`isUnpaid` in order.ts). Its time may be over: it holds them
-- until a transaction ends it. The indexes of unpaid orders have the same condition.
create or replace function checkout_is_unpaid(state text) returns boolean
language sql immutable parallel safe as $$
  select state in ('reserved', 'pending_payment')
$$;
