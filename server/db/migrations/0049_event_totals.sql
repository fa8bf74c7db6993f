-- What an event has taken and who came in, counted up to a mark by `metrics.fold-totals`: a dashboard adds what came after
-- the mark, and never reads what was sold in years. Both can be thrown away and counted again (`metrics_forget_totals`).
create table event_totals (
  event_id uuid primary key,
  gross_cents bigint not null default 0 check (gross_cents >= 0),
  scanned int not null default 0 check (scanned >= 0)
);

-- One row. `ledger_id` and `scanned_until` are how far the totals go; the `next_*` are how far they may go once every
-- transaction that was under way at `next_at` has ended, because its rows have numbers and instants of before.
create table totals_mark (
  is_only boolean primary key default true check (is_only),
  ledger_id bigint not null default 0,
  scanned_until timestamptz not null default 'epoch',
  next_at timestamptz,
  next_ledger_id bigint,
  next_scanned_until timestamptz
);
insert into totals_mark default values;
