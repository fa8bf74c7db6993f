-- module: payments
-- Whether a refund from this source gives back money that bought nothing: no ticket goes with it.
create or replace function payments_bought_nothing(source text) returns boolean
language sql immutable parallel safe
as $$
  select source in ('late_payment', 'wrong_payment')
$$;
