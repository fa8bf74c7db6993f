-- When an event was cancelled, and the reason that its holders read.
alter table events add column cancelled_at timestamptz, add column cancel_reason text;

-- What holders and payers of an event are told: that it was cancelled, or that it moved. Those who bought before `changed_at` may
-- take their money back until `refundable_until`.
create table event_notices (
  id uuid primary key,
  event_id uuid not null references events,
  kind text not null check (kind in ('cancelled', 'moved')),
  before jsonb,
  after jsonb,
  changed_at timestamptz,
  refundable_until timestamptz,
  started_by uuid references users,
  created_at timestamptz not null default app_now(),
  constraint event_notices_moved check (
    case kind when 'moved' then num_nulls(before, after, changed_at, refundable_until) = 0
              else num_nonnulls(before, after, changed_at, refundable_until) = 0 end)
);
create unique index event_notices_cancelled on event_notices (event_id) where kind = 'cancelled';
create index event_notices_event on event_notices (event_id, created_at);
create index event_notices_starter on event_notices (started_by);

-- One row for each person, notice and channel. No foreign key to the notice: its module comes after the one that delivers.
create table notice_deliveries (
  id uuid primary key,
  notice_id uuid not null,
  user_id uuid not null references users,
  channel text not null check (channel in ('mail', 'whatsapp')),
  state text not null default 'queued' check (state in ('queued', 'sent', 'delivered', 'read', 'failed')),
  attempts int not null default 0,
  resends int not null default 0,
  next_attempt_at timestamptz not null default app_now(),
  leased_by uuid,
  provider_message_id text,
  last_error text,
  created_at timestamptz not null default app_now(),
  sent_at timestamptz,
  unique (notice_id, user_id, channel)
);
create index notice_deliveries_due on notice_deliveries (channel, next_attempt_at) where state = 'queued';
create index notice_deliveries_message on notice_deliveries (provider_message_id) where provider_message_id is not null;
create index notice_deliveries_user on notice_deliveries (user_id);

-- Moves from before were never told: they are not told now, days later.
update event_changes set noticed_at = app_now() where noticed_at is null;
