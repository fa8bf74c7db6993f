-- Tickets that pass from hand to hand: whether an event lets them, how often one did, and who gave it to whom.

alter table events add column allows_transfers boolean not null default true;

-- Three at most (behaviour.md §7).
alter table tickets add column transfers int not null default 0 check (transfers between 0 and 3);

create table ticket_transfers (
  id uuid primary key,
  ticket_id uuid not null references tickets,
  from_id uuid not null references users,
  to_id uuid not null references users check (to_id <> from_id),
  -- The ticket's epoch from this transfer on.
  epoch int not null,
  created_at timestamptz not null default app_now(),
  unique (ticket_id, epoch)
);
create index ticket_transfers_from on ticket_transfers (from_id, created_at);

-- How many tickets a person gave away since `since`: five a day at most. One row that is counted up, so that transfers at
-- the same moment all count.
create table transfer_counters (
  user_id uuid primary key references users,
  since timestamptz not null default app_now(),
  transfers int not null default 1
);
