-- What the rules against hoarding ask of a hold, and when the provider was last asked about it. Orders that an earlier
-- version made have no device and count as of a proved account. What an earlier version calls, checkout_place_orders,
-- checkout_replay_order, checkout_unit_fee, stock_change and stock_confirm with three arguments, stays for as long as it runs.
alter table orders
  -- As the browser calls itself, or the address of whoever sends nothing: `ip …`.
  add column device text,
  -- Neither the buyer's mail nor their phone was proved when it was made.
  add column is_unproved boolean not null default false,
  -- It replaced a hold that was about to end, and got five minutes for it: once in a row of holds.
  add column is_hold_renewed boolean not null default false,
  -- When the provider last answered about an order that was sent to pay and whose hold was over.
  add column asked_at timestamptz;

-- How many of the held places are those of accounts that proved nothing.
alter table ticket_stock add column unproved int not null default 0 check (unproved >= 0);

-- Milliseconds since 1970: how SQL hands instants to rules that count with them.
create function epoch_ms(instant timestamptz) returns bigint
language sql immutable parallel safe as $$
  select (extract(epoch from instant) * 1000)::bigint
$$;
