-- Refunds that people ask for, of tickets and of whole events. A ticket whose money is on its way back, or disputed, is
-- suspended: no door admits it, and its place is kept. The version before admits valid ones alone, so it needs to know nothing.
alter table tickets drop constraint tickets_state_check;
alter table tickets add constraint tickets_state_check
  check (state in ('valid', 'used', 'refunded', 'cancelled', 'expired', 'suspended')) not valid;

-- Everything that one person gives back at once, of one event.
create table mass_refunds (
  id uuid primary key,
  event_id uuid not null references events,
  requested_by uuid not null references users,
  source text not null check (source in ('god_mass', 'event_cancelled', 'organizer')),
  reason text not null,
  -- preparing: its tickets are being noted, a few hundred at a time; running: they are asked for, so many a second; stopping:
  -- those that were not asked for yet are let go.
  state text not null default 'preparing' check (state in ('preparing', 'running', 'paused', 'stopping', 'stopped', 'done')),
  -- The last order whose tickets were noted; others come after it in the order of ids.
  prepared_until uuid,
  prepared_at timestamptz,
  released_at timestamptz not null default app_now(),
  created_at timestamptz not null default app_now(),
  finished_at timestamptz,
  next_attempt_at timestamptz not null default app_now(),
  attempts int not null default 0,
  leased_by uuid,
  last_error text
);
create unique index mass_refunds_one_at_a_time on mass_refunds (event_id) where state in ('preparing', 'running', 'paused', 'stopping');
create index mass_refunds_due on mass_refunds (next_attempt_at) where state in ('preparing', 'running', 'stopping');
create index mass_refunds_newest on mass_refunds (created_at desc);

alter table refunds
  add column event_id uuid references events,
  add column mass_refund_id uuid references mass_refunds,
  -- The ticket ends with it; a part of its money leaves the ticket as it is, unless it was asked for.
  add column ends_ticket boolean not null default false,
  -- When it was given up or not needed any more.
  add column ended_at timestamptz,
  -- Since when the seller's balance does not cover it.
  add column unfunded_since timestamptz,
  drop constraint refunds_source_check,
  add constraint refunds_source_check check (source in
    ('buyer_regret', 'organizer', 'event_cancelled', 'rescheduled', 'god_mass', 'late_payment', 'wrong_payment', 'chargeback')) not valid;
update refunds r set event_id = o.event_id from orders o where o.id = r.order_id;
-- The version before does not write it.
create function refunds_name_event() returns trigger language plpgsql as $$
begin
  new.event_id := coalesce(new.event_id, (select o.event_id from orders o where o.id = new.order_id));
  return new;
end $$;
create trigger refunds_name_event before insert on refunds for each row execute function refunds_name_event();

-- Paid types of a company whose refunds its balance does not cover for days are not on sale until it does.
alter table companies add column paid_sales_stopped_at timestamptz;
