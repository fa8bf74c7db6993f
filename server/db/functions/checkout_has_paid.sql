-- module: checkout
-- Whether an order in this state was paid, whatever was refunded or is disputed since (`hasPaid` in order.ts).
create or replace function checkout_has_paid(state text) returns boolean
language sql immutable parallel safe as $$
  select state in ('paid', 'partially_refunded', 'refunded', 'in_dispute')
$$;
