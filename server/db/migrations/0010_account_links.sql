-- Links and codes by which people prove that a mail or a phone is theirs, and what waits for that proof.

-- A new mail or phone takes effect when it is proved; until then it shows as pending (behaviour.md §1).
alter table users
  add column pending_mail text check (pending_mail = lower(pending_mail)),
  add column pending_phone text check (pending_phone ~ '^\+[1-9][0-9]{6,14}$'),
  add column terms_accepted_at timestamptz;

-- What the browser called itself when it signed in, so that a person recognises their sessions.
alter table sessions add column agent text check (length(agent) <= 300);

-- Reset and activation links. Only the hash of the token is kept; a dead one stays a month, so that an old link can be
-- told from one that never was.
create table account_links (
  token_hash bytea primary key,
  user_id uuid not null references users,
  kind text not null check (kind in ('reset', 'activation')),
  channel text not null check (channel in ('mail', 'whatsapp')),
  -- Where it went: opening it proves this address, and it dies when the account's is another one.
  contact text not null,
  created_at timestamptz not null default app_now(),
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index account_links_live on account_links (user_id, kind) where ended_at is null;
create index account_links_expiry on account_links (expires_at);

-- The last code sent to prove a contact, one per person and kind; a keyed hash over person, kind, contact and digits.
create table contact_codes (
  user_id uuid not null references users,
  kind text not null check (kind in ('mail', 'phone')),
  contact text not null,
  code_mac bytea not null,
  expires_at timestamptz not null,
  tries int not null default 0,
  primary key (user_id, kind)
);
