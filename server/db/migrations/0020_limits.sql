-- One way to count what somebody may do only so often (db/limits.ts, db/rate-counts.ts). What each module counted in a table
-- of its own (sign_in_attempts, transfer_counters) is written by nobody from here on, and goes with a later release: the
-- one before this still counts there.

-- Exact limits: one row a name and subject, counted up, so that those that come at the same moment all count. The subject is
-- a keyed hash, so that the table names nobody.
create table limits_taken (
  name text not null,
  subject bytea not null,
  used int not null,
  ends_at timestamptz not null,
  primary key (name, subject)
);
create index limits_taken_ended on limits_taken (ends_at);

-- Calls of endpoints, counted in the memory of each web process and summed here every two seconds. After a crash they begin
-- anew: nothing is promised of them.
create unlogged table rate_counts (
  subject bytea primary key,
  calls int not null,
  ends_at timestamptz not null,
  changed_at timestamptz not null
) with (fillfactor = 60);
create index rate_counts_changed on rate_counts (changed_at);
