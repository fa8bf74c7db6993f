-- The Botón de Arrepentimiento: what somebody said who bought, and the purchases that it may be about.
create table regrets (
  id uuid primary key,
  code text not null unique check (code ~ '^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$'),
  -- As they were typed; forgotten half a year after it is done.
  order_number text,
  contact text,
  state text not null default 'received' check (state in ('received', 'with_person', 'done')),
  submitted_at timestamptz not null default app_now(),
  -- Its purchases were looked for, and their buyers written to.
  looked_up_at timestamptz,
  -- Somebody opened the link of its buyer's mail and confirmed.
  proved_at timestamptz,
  handed_over_at timestamptz,
  done_at timestamptz,
  answer text,
  resolved_by uuid references users
);
create index regrets_open on regrets (submitted_at) where state <> 'done';
create index regrets_newest on regrets (submitted_at desc);

create table regret_orders (
  regret_id uuid not null references regrets on delete cascade,
  order_id uuid not null references orders,
  outcome text not null default 'open' check (outcome in ('open', 'refunding', 'with_person', 'refused')),
  primary key (regret_id, order_id)
);
create index regret_orders_order on regret_orders (order_id);
