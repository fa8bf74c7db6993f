-- Sealed audit rows are numbered in the order of the chain: a row may commit after one with a greater id was sealed.
alter table audit_rows add column seal_number bigint unique;

create or replace function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.hash is null and new.hash is not null
     and (to_jsonb(new) - 'hash' - 'previous_hash' - 'seal_number')
       = (to_jsonb(old) - 'hash' - 'previous_hash' - 'seal_number') then
    return new; -- sealing
  end if;
  raise exception 'audit rows are append-only';
end
$$;

alter table audit_rows add constraint audit_rows_sealed_whole
  check ((hash is null) = (previous_hash is null) and (hash is null) = (seal_number is null));
