-- module: accounts
-- The mailbox of a mail in lower case, as `mailboxOf` of TypeScript writes it: without its tag, and at Gmail without dots.
create or replace function accounts_mailbox(mail text) returns text
language sql immutable strict parallel safe
as $$
  select case when m.parts is null then mail
              when m.parts[2] in ('gmail.com', 'googlemail.com')
              then coalesce(nullif(replace(n.name, '.', ''), ''), n.name) || '@gmail.com'
              else n.name || '@' || m.parts[2] end
    from (select regexp_match(mail, '^(.+)@([^@]*)$') as parts) m
   cross join lateral (select coalesce(nullif(split_part(m.parts[1], '+', 1), ''), m.parts[1]) as name) n
$$;
