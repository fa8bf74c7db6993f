-- Receipts that are mailed and invoices that are asked for, a row for each paid order (and each refund of one), made by a
-- sweep: a payment writes nothing here. Orders that were paid before are left alone.
create table receipt_progress (
  is_only boolean primary key default true check (is_only),
  looked_until timestamptz not null
);
insert into receipt_progress (looked_until) values (app_now());
create table receipt_mails (
  order_id uuid primary key references orders,
  state text not null default 'queued' check (state in ('queued', 'sent', 'failed')),
  attempts int not null default 0,
  next_attempt_at timestamptz not null default app_now(),
  leased_by uuid,
  last_error text,
  created_at timestamptz not null default app_now(),
  sent_at timestamptz
);
create index receipt_mails_due on receipt_mails (next_attempt_at) where state = 'queued';
create table invoices (
  -- The order's for its sale, the refund's for a refund.
  id uuid primary key,
  order_id uuid not null references orders,
  refund_id uuid references refunds,
  state text not null default 'queued' check (state in ('queued', 'none', 'issued')),
  number text,
  url text,
  attempts int not null default 0,
  next_attempt_at timestamptz not null default app_now(),
  leased_by uuid,
  last_error text,
  created_at timestamptz not null default app_now(),
  settled_at timestamptz,
  constraint invoices_named_by_subject check (id = coalesce(refund_id, order_id)),
  constraint invoices_issued_have_number check ((state = 'issued') = (number is not null))
);
create index invoices_due on invoices (next_attempt_at) where state = 'queued';
create index invoices_of_order on invoices (order_id);
