-- module: payments
-- Whether a refund in this state is still to be made: its money is on its way back or waits for a decision.
create or replace function payments_refund_is_open(state text) returns boolean
language sql immutable parallel safe
as $$
  select state in ('requested', 'approved', 'processing')
$$;
