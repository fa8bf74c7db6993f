-- What every module stands on: the movable clock, text search without accents, audit rows, idempotency keys, settings.

create extension if not exists unaccent;
create extension if not exists pg_trgm;

-- The database's clock. Tests move it with the setting previa.clock_offset; nothing else sets it.
create function app_now() returns timestamptz language sql stable parallel safe as $$
  select now() + coalesce(nullif(current_setting('previa.clock_offset', true), ''), '0')::interval
$$;

-- Lower case without accents, immutable so that it can be indexed: searches ignore case and accents.
create function plain_text(value text) returns text language sql immutable parallel safe strict as $$
  select lower(public.unaccent('public.unaccent', value))
$$;

-- One row per write to money, tickets, roles, companies or another person's data, in the same transaction. Append-only;
-- a job seals the rows into a hash chain afterwards, so that sales do not queue behind one another.
create table audit_rows (
  id bigint generated always as identity primary key,
  at timestamptz not null default app_now(),
  actor_id uuid,
  impersonator_id uuid,
  action text not null,
  object_type text not null,
  object_id text not null,
  before jsonb,
  after jsonb,
  ip text,
  request_id text,
  previous_hash bytea,
  hash bytea
);
create index audit_rows_object on audit_rows (object_type, object_id, id);
create index audit_rows_unsealed on audit_rows (id) where hash is null;

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.hash is null and new.hash is not null
     and (to_jsonb(new) - 'hash' - 'previous_hash') = (to_jsonb(old) - 'hash' - 'previous_hash') then
    return new; -- sealing
  end if;
  raise exception 'audit rows are append-only';
end
$$;
create trigger audit_rows_append_only before update or delete on audit_rows
  for each row execute function refuse_audit_change();

-- Answers of money and ticket writes by the caller's key, kept 7 days. Orders keep their own key (see orders).
create table idempotency_keys (
  actor_id uuid not null,
  key text not null,
  request_hash bytea not null,
  answer jsonb,
  created_at timestamptz not null default app_now(),
  primary key (actor_id, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);
