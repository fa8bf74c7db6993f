-- Jobs that run every so many seconds: when each is due, and which worker runs it now. A worker that dies stops renewing
-- its lease, and the job, still due, is taken by another.
create table clock_jobs (
  name text primary key,
  due_at timestamptz not null default app_now(),
  leased_by uuid,
  leased_until timestamptz,
  started_at timestamptz,
  finished_at timestamptz,
  -- Failed runs since the last good one: each waits longer for the next.
  failures int not null default 0,
  last_error text,
  check ((leased_by is null) = (leased_until is null))
);
