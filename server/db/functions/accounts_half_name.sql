-- module: accounts
-- A name as `maskName` of TypeScript writes it: `Camila F.`, which lets a person see that it is the one meant.
create or replace function accounts_half_name(name text) returns text
language sql immutable strict parallel safe
as $$
  select p[1] || coalesce(' ' || upper(p[2]) || '.', '')
    from regexp_match(btrim(name, E' \t\n\u00a0'), '^(\S+)(?:.*\s(\S)\S*)?$') p
$$;
