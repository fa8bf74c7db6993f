-- Every attempt at a door, the failed ones too. No foreign keys: `scanning_admit` has just read the rows that it names, none
-- of them is ever deleted, and the checks would lock the event's and the scanner's row at every scan.
create table scans (
  id uuid primary key,
  event_id uuid not null,
  ticket_id uuid,
  epoch int,
  scanner_id uuid not null,
  -- `admitted`, or the failure code of behaviour.md §9.
  result text not null,
  -- Why a ticket was inactive.
  reason text,
  via text not null check (via in ('qr', 'typed', 'search')),
  -- Given by the device: a repeated call is the same scan.
  nonce text,
  at timestamptz not null default app_now()
);
-- A call repeated n times counts once. A refusal does not use the nonce up: what is repeated is judged again, unless it was
-- admitted.
create unique index scans_nonce on scans (event_id, scanner_id, nonce, result) where nonce is not null;
-- At most one admission per ticket and epoch (invariant D1), behind the conditional update that decides.
create unique index scans_one_admission on scans (ticket_id, epoch) where result = 'admitted';
create index scans_event on scans (event_id, at desc);

-- What `scanning_admit` knows of an attempt between its steps.
create type scan_attempt as (
  item int,
  scan_id uuid,
  scanner_id uuid,
  event_id uuid,
  ticket_id uuid,
  epoch int,
  via text,
  nonce text,
  result text,
  reason text,
  ip text,
  request_id text
);
