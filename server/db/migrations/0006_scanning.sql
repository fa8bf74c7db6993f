-- Every attempt at a door, the failed ones too.

create table scans (
  id uuid primary key,
  event_id uuid not null references events,
  ticket_id uuid references tickets,
  epoch int,
  scanner_id uuid not null references users,
  -- `admitted`, or the failure code of behaviour.md §9.
  result text not null,
  via text not null check (via in ('qr', 'typed', 'search')),
  -- Given by the device: a repeated call is the same scan.
  nonce text,
  at timestamptz not null default app_now()
);
create unique index scans_nonce on scans (event_id, scanner_id, nonce) where nonce is not null;
-- At most one admission per ticket and epoch (invariant D1), behind the conditional update that decides.
create unique index scans_one_admission on scans (ticket_id, epoch) where result = 'admitted';
create index scans_event on scans (event_id, at desc);
