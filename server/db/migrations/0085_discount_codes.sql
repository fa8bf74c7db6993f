-- Discount codes of events, and what an order took of one. `uses` counts the orders that hold or were paid with it.
create table discount_codes (
  id uuid primary key,
  event_id uuid not null references events,
  code text not null check (code ~ '^[A-Z0-9]{4,20}$'),
  percent int check (percent between 1 and 100),
  amount_cents bigint check (amount_cents > 0 and amount_cents % 100 = 0),
  -- Null for every type of the event.
  type_ids uuid[] check (cardinality(type_ids) > 0),
  max_uses int check (max_uses > 0),
  per_person_limit int check (per_person_limit > 0),
  starts_at timestamptz,
  ends_at timestamptz,
  uses int not null default 0 check (uses >= 0),
  made_by uuid not null references users,
  created_at timestamptz not null default app_now(),
  stopped_at timestamptz,
  stopped_by uuid references users,
  constraint discount_codes_one_kind check (num_nonnulls(percent, amount_cents) = 1),
  constraint discount_codes_window check (starts_at < ends_at),
  constraint discount_codes_not_overused check (uses <= max_uses)
);
create unique index discount_codes_standing on discount_codes (event_id, code) where stopped_at is null;
create index discount_codes_of_event on discount_codes (event_id, created_at);
-- `unit_price_cents` and `subtotal_cents` stay what is paid; these say how much less than the price that is.
alter table orders
  add column discount_code_id uuid,
  add column discount_code text,
  add column discount_cents bigint not null default 0 check (discount_cents >= 0);
alter table order_lines add column unit_discount_cents bigint not null default 0 check (unit_discount_cents >= 0);
