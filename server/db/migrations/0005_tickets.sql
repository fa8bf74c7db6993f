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
  -- A person who is never deleted, and whom the door has just read: a foreign key would lock their row at every scan.
  used_by uuid,
  -- How often it was sent again since `resends_since`: three an hour at most (permissions.md row 31).
  resends int not null default 0,
  resends_since timestamptz,
  created_at timestamptz not null default app_now(),
  unique (event_id, number),
  check ((state = 'used') = (used_at is not null))
) with (fillfactor = 85);
create index tickets_holder on tickets (holder_id, created_at desc);
-- An order's tickets are issued once: a second issue breaks here and is rolled back.
create unique index tickets_order on tickets (order_id, position) where order_id is not null;
-- No index holds `state`: with room in the page an admission then writes no index at all. An event's tickets are found by
-- (event_id, number).

-- Events whose unused tickets have expired.
create table expired_events (
  event_id uuid primary key references events,
  tickets_count int not null,
  at timestamptz not null default app_now()
);

-- The door of an event: from 6 hours before the start until 2 days after the end, or after the start when there is no end
-- (behaviour.md §4, §9). Undated events have no such limits.
create function door_opens_at(starts_at timestamptz) returns timestamptz
language sql stable parallel safe as $$
  select starts_at - interval '6 hours'
$$;
create function door_closes_at(starts_at timestamptz, ends_at timestamptz) returns timestamptz
language sql stable parallel safe as $$
  select coalesce(ends_at, starts_at) + interval '48 hours'
$$;

-- One row per ticket and channel; a ticket's state never depends on it. Rows that leave as one message share `group_id`,
-- which is the id of one of them: that row is claimed for all.
create table deliveries (
  id uuid primary key,
  group_id uuid not null,
  ticket_id uuid not null references tickets,
  epoch int not null,
  channel text not null check (channel in ('mail', 'whatsapp')),
  state text not null default 'queued' check (state in ('queued', 'sent', 'delivered', 'read', 'failed')),
  attempts int not null default 0,
  resends int not null default 0,
  -- When a queued row is due; while a worker sends it, when another may take it over.
  next_attempt_at timestamptz not null default app_now(),
  provider_message_id text,
  last_error text,
  created_at timestamptz not null default app_now(),
  sent_at timestamptz,
  unique (ticket_id, epoch, channel)
);
create index deliveries_queued on deliveries (channel, next_attempt_at) where state = 'queued' and id = group_id;
create index deliveries_group on deliveries (group_id) where state = 'queued';
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
