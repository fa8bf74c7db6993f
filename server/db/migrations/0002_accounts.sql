-- People and their sessions.

create table users (
  id uuid primary key,
  name text not null check (length(name) between 2 and 100),
  mail text check (mail = lower(mail)),
  phone text check (phone ~ '^\+[1-9][0-9]{6,14}$'),
  -- argon2id in PHC form; null until a pending account is activated, or for people who only use Google.
  password_hash text,
  state text not null default 'active' check (state in ('pending', 'active', 'blocked', 'deleted')),
  gender text not null default 'Prefiero no decir' check (gender in ('Male', 'Female', 'Other', 'Prefiero no decir')),
  birth_date date,
  accepts_advertising boolean not null default true,
  is_private_profile boolean not null default false,
  profile_image_id text,
  is_god_admin boolean not null default false,
  is_admin boolean not null default false,
  permission text check (permission = 'legal'),
  mail_proved_at timestamptz,
  phone_proved_at timestamptz,
  created_at timestamptz not null default app_now(),
  check (permission is null or is_god_admin)
);
create unique index users_phone on users (phone) where state <> 'deleted';
create unique index users_mail on users (mail) where state <> 'deleted';
create index users_name on users using gin (plain_text(name) gin_trgm_ops);

-- Roles given by name. ORGANIZATOR, RRPP and SCANNER also follow from memberships and assignments.
create table user_roles (
  user_id uuid not null references users,
  role text not null check (role in ('COMERCIAL', 'ORGANIZATOR', 'RRPP', 'SCANNER')),
  granted_at timestamptz not null default app_now(),
  primary key (user_id, role)
);

create table sessions (
  id uuid primary key,
  token_hash bytea not null unique,
  user_id uuid not null references users,
  impersonator_id uuid references users,
  created_at timestamptz not null default app_now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  -- When the password was last proved in this session; step-up looks at it.
  confirmed_at timestamptz,
  device text,
  ip text
);
create index sessions_user on sessions (user_id, created_at desc);
create index sessions_expiry on sessions (expires_at);

-- Sign-in attempts per phone (its keyed hash) in a window of 15 minutes from the first (behaviour.md §1). One row that is
-- counted up, so that parallel guesses all count.
create table sign_in_attempts (
  key text primary key,
  started_at timestamptz not null default app_now(),
  attempts int not null default 1
);
