-- Sign-in with Google: who a Google account is here, and the steps of a sign-in that is under way.

-- The key is the provider's own subject, which never changes hands; a mail does, so it is kept for the record alone.
create table user_identities (
  provider text not null check (provider = 'google'),
  subject text not null check (length(subject) between 1 and 255),
  user_id uuid not null references users,
  mail text not null,
  created_at timestamptz not null default app_now(),
  last_used_at timestamptz not null default app_now(),
  primary key (provider, subject)
);
create unique index user_identities_user on user_identities (user_id, provider);

-- What may be done once and soon: a state on its way to Google and back, the code that its return is exchanged with, a
-- link that waits for the account's password, an identity token that was already used. Only hashes and sealed values.
create table google_steps (
  kind text not null check (kind in ('state', 'sign_in', 'confirm', 'link', 'seen')),
  hash bytea not null,
  -- Hash of the cookie of the browser that began it; null where no browser did.
  browser_hash bytea,
  -- The session that a fresh sign-in confirms.
  session_id uuid references sessions on delete cascade,
  sealed text,
  expires_at timestamptz not null,
  primary key (kind, hash)
);
create index google_steps_expiry on google_steps (expires_at);
create index google_steps_session on google_steps (session_id);
