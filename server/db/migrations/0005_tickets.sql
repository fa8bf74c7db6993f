-- Tickets, the keys that sign their codes, and what was sent to their holders.

create table qr_keys (
  id smallint primary key check (id between 1 and 255),
  public_key bytea not null,
  private_key_sealed text not null,
  created_at timestamptz not null default app_now(),
  retired_at timestamptz
);

create table tickets (
  -- 128 random bits: unguessable, and what a code carries.
  id uuid primary key,
  event_id uuid not null references events,
  type_id uuid not null references ticket_types,
  order_id uuid references orders,
  -- What a doorman types: 8 Crockford base32 characters, the last one a check.
  number text not null check (number ~ '^[0-9A-HJKMNP-TV-Z]{8}$'),
  kind text not null check (kind in ('paid', 'free', 'courtesy', 'in_person')),
  state text not null default 'valid' check (state in ('valid', 'used', 'refunded', 'cancelled', 'expired')),
  payer_id uuid not null references users,
  holder_id uuid not null references users,
  price_cents bigint not null check (price_cents >= 0),
  fee_cents bigint not null check (fee_cents >= 0),
  -- Place within its order, from 1.
  position int not null default 1,
  -- Changes on transfer and re-issue, so that the old code dies.
  epoch int not null default 1 check (epoch between 1 and 255),
  key_id smallint not null references qr_keys,
  -- sha256 of the text of the current code; the door compares this and nothing slower.
  code_hash bytea not null,
  used_at timestamptz,
  used_by uuid references users,
  created_at timestamptz not null default app_now(),
  unique (event_id, number),
  check ((state = 'used') = (used_at is not null))
);
create index tickets_holder on tickets (holder_id, created_at desc);
create index tickets_order on tickets (order_id);
create index tickets_event on tickets (event_id, state);

-- One row per ticket and channel; a ticket's state never depends on it.
create table deliveries (
  id uuid primary key,
  ticket_id uuid not null references tickets,
  epoch int not null,
  channel text not null check (channel in ('mail', 'whatsapp')),
  state text not null default 'queued' check (state in ('queued', 'sent', 'delivered', 'read', 'failed')),
  attempts int not null default 0,
  resends int not null default 0,
  next_attempt_at timestamptz not null default app_now(),
  provider_message_id text,
  last_error text,
  created_at timestamptz not null default app_now(),
  sent_at timestamptz,
  unique (ticket_id, epoch, channel)
);
create index deliveries_queued on deliveries (next_attempt_at) where state = 'queued';
create index deliveries_message on deliveries (provider_message_id) where provider_message_id is not null;

-- Development only: what would have left by mail or WhatsApp, readable at /dev/inbox.
create table dev_inbox (
  id bigint generated always as identity primary key,
  channel text not null check (channel in ('mail', 'whatsapp')),
  recipient text not null,
  subject text not null,
  html text,
  body text not null,
  attachments jsonb not null default '[]',
  at timestamptz not null default app_now()
);
