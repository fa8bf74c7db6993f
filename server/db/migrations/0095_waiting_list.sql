-- Who waits for places of a sold-out type, in line, and what is kept for whoever was offered some.
create table waiting_list_entries (
  id uuid primary key,
  -- In the order in which they came: given under the lock of the event's stock.
  place bigint generated always as identity,
  event_id uuid not null references events,
  type_id uuid not null references ticket_types,
  person_id uuid not null references users,
  quantity int not null check (quantity > 0),
  state text not null default 'waiting' check (state in ('waiting', 'offered', 'taken', 'lapsed', 'left', 'closed')),
  joined_at timestamptz not null default app_now(),
  -- Places of the offer, fewer than were asked for when no more were free.
  offered int check (offered between 1 and quantity),
  offered_at timestamptz,
  offer_until timestamptz,
  ended_at timestamptz,
  -- That took the offer.
  order_id uuid,
  constraint waiting_list_entries_offer check (
    num_nonnulls(offered, offered_at, offer_until) in (0, 3)
    and case state when 'waiting' then offered is null when 'offered' then offered is not null
                   when 'taken' then offered is not null when 'lapsed' then offered is not null else true end),
  constraint waiting_list_entries_end check ((state in ('waiting', 'offered')) = (ended_at is null)),
  constraint waiting_list_entries_order check ((state = 'taken') = (order_id is not null))
);
create unique index waiting_list_entries_once on waiting_list_entries (type_id, person_id) where state in ('waiting', 'offered');
create index waiting_list_entries_line on waiting_list_entries (type_id, place) where state = 'waiting';
create index waiting_list_entries_until on waiting_list_entries (offer_until) where state = 'offered';
create index waiting_list_entries_event on waiting_list_entries (event_id, place);
create index waiting_list_entries_person on waiting_list_entries (person_id, event_id);
-- `wanted` is how many places people wait for, `offered` how many of the held ones are kept for offers.
alter table ticket_stock
  add column wanted int not null default 0 check (wanted >= 0),
  add column offered int not null default 0 check (offered >= 0);
alter table ticket_stock add constraint ticket_stock_offers_are_held check (offered <= held) not valid;
-- Its places had been offered: when it lapses, its buyer does not wait for that.
alter table orders add column is_offered boolean not null default false;
