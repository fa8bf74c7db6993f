-- module: tickets
-- Whether a ticket in this state has its place: it was sold and not given back (invariants I2, I5). A suspended one keeps it
-- until its money is gone for good.
create or replace function tickets_has_place(state text) returns boolean
language sql immutable parallel safe
as $$
  select state in ('valid', 'used', 'expired', 'suspended')
$$;
