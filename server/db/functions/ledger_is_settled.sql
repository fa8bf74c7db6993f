-- module: ledger
-- Whether every other transaction that was under way at this moment of the real clock has ended; null for no moment.
create or replace function ledger_is_settled(at timestamptz) returns boolean
language sql volatile
as $$
  select at is not null and not exists (
    select from pg_stat_activity a
     where a.datname = current_database() and a.pid <> pg_backend_pid() and a.xact_start <= at
       and a.backend_type = 'client backend')
$$;
