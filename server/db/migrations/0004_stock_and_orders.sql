-- What can be sold, who holds it, what was paid.

-- One row per ticket type. capacity ≥ held + sold + courtesy at every committed instant (invariant I1).
create table ticket_stock (
  type_id uuid primary key references ticket_types,
  event_id uuid not null references events,
  capacity int not null check (capacity >= 0),
  held int not null default 0 check (held >= 0),
  sold int not null default 0 check (sold >= 0),
  courtesy int not null default 0 check (courtesy >= 0),
  constraint ticket_stock_not_oversold check (held + sold + courtesy <= capacity)
) with (fillfactor = 50);
create index ticket_stock_event on ticket_stock (event_id);

-- The event's own capacity over all its types; null capacity binds nothing.
create table event_stock (
  event_id uuid primary key references events,
  capacity int check (capacity >= 0),
  taken int not null default 0 check (taken >= 0),
  constraint event_stock_not_oversold check (taken <= capacity)
) with (fillfactor = 50);

-- Places that a buyer holds or has bought, per event (type_id = event_id) and per type.
-- This table, orders and order_lines are written by the hundred in one round trip. Their references are not declared:
-- checking them row by row cost half of a batch, while checkout_place_orders has looked every one of them up in the same
-- statement; events with orders and people are never deleted, and check-invariants compares.
create table buyer_counters (
  event_id uuid not null,
  buyer_id uuid not null,
  type_id uuid not null,
  taken int not null check (taken >= 0),
  primary key (event_id, buyer_id, type_id)
);

-- The hold is the order: `reserved` and `pending_payment` hold stock until `held_until`.
create table orders (
  id uuid primary key,
  public_id text not null unique,
  event_id uuid not null,
  company_id uuid not null,
  buyer_id uuid not null,
  state text not null check (state in
    ('reserved', 'pending_payment', 'paid', 'partially_refunded', 'refunded', 'expired', 'cancelled', 'failed', 'in_dispute')),
  held_until timestamptz,
  -- Whether a rejected payment already lengthened the hold once.
  is_hold_extended boolean not null default false,
  subtotal_cents bigint not null check (subtotal_cents >= 0),
  fee_cents bigint not null check (fee_cents >= 0),
  total_cents bigint not null check (total_cents = subtotal_cents + fee_cents),
  -- The marketplace's commission over the subtotal, which the company pays out of it; fixed with the price.
  commission_cents bigint not null default 0 check (commission_cents between 0 and subtotal_cents),
  paid_cents bigint not null default 0 check (paid_cents >= 0),
  refunded_cents bigint not null default 0 check (refunded_cents between 0 and paid_cents),
  tickets_count int not null check (tickets_count > 0),
  platform text not null default 'web',
  referral_code text,
  promoter_id uuid references users,
  -- The caller's key; an order made without one has a key that nobody knows.
  idempotency_key text not null default gen_random_uuid(),
  request_hash bytea not null default '',
  created_at timestamptz not null default app_now(),
  paid_at timestamptz,
  ended_at timestamptz
);
-- Also finds a buyer's orders: people have few.
create unique index orders_idempotency on orders (buyer_id, idempotency_key);
create unique index orders_one_unpaid on orders (buyer_id, event_id) where state in ('reserved', 'pending_payment');
-- «not null» keeps it from serving look-ups by state alone.
create index orders_held on orders (held_until) where state in ('reserved', 'pending_payment') and held_until is not null;
-- Free orders whose tickets a crash kept back.
create index orders_free_held on orders (created_at) where state = 'reserved' and total_cents = 0;
create index orders_event on orders (event_id, id);

create table order_lines (
  order_id uuid not null,
  type_id uuid not null,
  quantity int not null check (quantity > 0),
  unit_price_cents bigint not null check (unit_price_cents >= 0),
  unit_fee_cents bigint not null check (unit_fee_cents >= 0),
  primary key (order_id, type_id)
);
create index order_lines_type on order_lines (type_id);

-- Checkouts made at the provider: one per order and attempt.
create table provider_checkouts (
  order_id uuid not null references orders,
  attempt int not null,
  provider_checkout_id text not null,
  url text not null,
  -- Whose account it collects for; a company may connect another one later.
  collector_id text not null,
  expires_at timestamptz not null,
  -- Told to the provider before its time, because the order was replaced.
  closed_at timestamptz,
  -- When the provider is next asked about this order without being told to; null when there is nothing left to learn.
  next_check_at timestamptz,
  checks int not null default 0,
  created_at timestamptz not null default app_now(),
  primary key (order_id, attempt)
);
create index provider_checkouts_due on provider_checkouts (next_check_at) where next_check_at is not null;

-- One row per payment that the provider told us of; `last_updated_at` is the provider's and guards order (invariant M3).
create table payments (
  id uuid primary key,
  order_id uuid not null references orders,
  provider text not null default 'mercado_pago',
  provider_payment_id text not null,
  status text not null check (status in ('created', 'pending', 'approved', 'rejected', 'cancelled', 'refunded', 'charged_back')),
  status_detail text,
  amount_cents bigint not null,
  currency text not null,
  provider_fee_cents bigint not null default 0,
  refunded_cents bigint not null default 0 check (refunded_cents between 0 and amount_cents),
  method text,
  is_applied boolean not null default false,
  approved_at timestamptz,
  last_updated_at timestamptz not null,
  created_at timestamptz not null default app_now(),
  unique (provider, provider_payment_id)
);
create index payments_order on payments (order_id);
-- An order is paid once: a second approved payment is refunded, never applied.
create unique index payments_one_applied on payments (order_id) where is_applied;

-- Notifications as they came; the job that applies them always asks the provider.
create table provider_notifications (
  id uuid primary key,
  provider text not null default 'mercado_pago',
  notification_id text not null,
  topic text not null,
  resource_id text not null,
  -- From the address that we gave the provider for this order; a hint like all the rest.
  order_public_id text,
  is_signed boolean not null,
  collector_id text,
  received_at timestamptz not null default app_now(),
  handled_at timestamptz,
  outcome text,
  unique (provider, notification_id)
);
create index provider_notifications_open on provider_notifications (received_at) where handled_at is null;

create table refunds (
  id uuid primary key,
  order_id uuid not null references orders,
  payment_id uuid not null references payments,
  ticket_id uuid,
  amount_cents bigint not null check (amount_cents > 0),
  state text not null check (state in ('requested', 'approved', 'processing', 'completed', 'failed', 'rejected', 'external')),
  source text not null check (source in
    ('buyer_regret', 'organizer', 'event_cancelled', 'god_mass', 'late_payment', 'wrong_payment', 'chargeback')),
  reason text,
  requested_by uuid references users,
  -- Stored before the provider is called, so that a repeated call refunds once.
  provider_key text not null unique,
  provider_refund_id text,
  attempts int not null default 0,
  next_attempt_at timestamptz not null default app_now(),
  last_error text,
  created_at timestamptz not null default app_now(),
  completed_at timestamptz
);
create index refunds_order on refunds (order_id);
create index refunds_payment on refunds (payment_id);
create index refunds_due on refunds (next_attempt_at) where state in ('approved', 'processing');
-- Money that bought nothing goes back once.
create unique index refunds_one_automatic on refunds (payment_id) where source in ('late_payment', 'wrong_payment');

-- Double entry: every row moves a positive amount from the account in `credit` to the one in `debit`. Accounts: buyers,
-- company, platform, provider, and suspense for money that came and buys nothing until it goes back.
create table ledger_entries (
  id bigint generated always as identity primary key,
  at timestamptz not null default app_now(),
  kind text not null check (kind in ('sale', 'service_fee', 'provider_fee', 'unapplied', 'refund', 'refund_fee', 'commission', 'promoter_cash', 'cost')),
  debit text not null,
  credit text not null check (credit <> debit),
  amount_cents bigint not null check (amount_cents > 0),
  company_id uuid not null references companies,
  event_id uuid not null references events,
  order_id uuid references orders,
  payment_id uuid references payments,
  refund_id uuid references refunds,
  ticket_id uuid
);
create index ledger_entries_event on ledger_entries (event_id, id);
create index ledger_entries_order on ledger_entries (order_id);
-- An order is sold once, a payment costs its fee or lands in suspense once.
create unique index ledger_entries_one_sale on ledger_entries (order_id, kind) where kind in ('sale', 'service_fee', 'commission');
create unique index ledger_entries_one_payment on ledger_entries (payment_id, kind) where kind in ('provider_fee', 'unapplied');
