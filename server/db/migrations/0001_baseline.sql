-- The whole schema before the first release: edited in place until the first tagged release (CONTRIBUTING.md).
-- The SQL functions that modules call are files of ../functions.

create extension if not exists unaccent;
create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- The database's clock. Tests move it with the setting previa.clock_offset; nothing else sets it.
create function app_now() returns timestamptz language sql stable parallel safe as $$
  select now() + coalesce(nullif(current_setting('previa.clock_offset', true), ''), '0')::interval
$$;

-- The local clock (rule R2.1): the constant offset of `contract/values/dates.ts`. By the name of its zone it would follow this server's
-- zone data, which are not those of Node.
create function local_time(moment timestamptz) returns timestamp language sql immutable parallel safe strict as $$
  select moment at time zone interval '-03:00'
$$;

-- Lower case without accents, immutable so that it can be indexed: searches ignore case and accents.
create function plain_text(value text) returns text language sql immutable parallel safe strict as $$
  select lower(public.unaccent('public.unaccent', value))
$$;

-- A city as it is compared: the capital has many names.
create function plain_city(city text) returns text language sql immutable parallel safe strict as $$
  select case when regexp_replace(plain_text(city), '[^a-z]', '', 'g') in
                ('caba', 'capitalfederal', 'capfed', 'buenosaires', 'bsas', 'ciudaddebuenosaires', 'ciudadautonomadebuenosaires')
              then 'caba capital federal ciudad autonoma de buenos aires' else plain_text(city) end
$$;

-- Finds what was typed anywhere in a plain text. Folded first: the wide forms of % and _ fold to signs of `like`.
create function search_pattern(typed text) returns text language sql immutable parallel safe strict as $$
  select '%' || regexp_replace(plain_text(typed), '([\\%_])', '\\\1', 'g') || '%'
$$;

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.hash is null and new.hash is not null
     and (to_jsonb(new) - 'hash' - 'previous_hash' - 'seal_number')
       = (to_jsonb(old) - 'hash' - 'previous_hash' - 'seal_number') then
    return new; -- sealing
  end if;
  raise exception 'audit rows are append-only';
end
$$;

-- The rule of events.expires_at, for rows at hand.
create function is_event_expired(starts_at timestamptz, ends_at timestamptz) returns boolean
language sql stable parallel safe as $$
  select coalesce(app_now() > coalesce(ends_at, starts_at + interval '1 day'), false)
$$;

-- The door of an event: from 6 hours before the start until 2 days after the end, or after the start when there is no end
-- (rules.md, R8 and R13). Undated events have no such limits.
create function door_opens_at(starts_at timestamptz) returns timestamptz
language sql stable parallel safe as $$
  select starts_at - interval '6 hours'
$$;

create function door_closes_at(starts_at timestamptz, ends_at timestamptz) returns timestamptz
language sql stable parallel safe as $$
  select coalesce(ends_at, starts_at) + interval '48 hours'
$$;

-- Milliseconds since 1970: how SQL hands instants to rules that count with them.
create function epoch_ms(instant timestamptz) returns bigint
language sql immutable parallel safe as $$
  select (extract(epoch from instant) * 1000)::bigint
$$;

create function rename_circle_people() returns trigger language plpgsql as $$
begin
  -- Not while people are added under the name that was.
  perform from totals_mark for share;
  update circle_people set folded = plain_text(box_office_known_name(new, circle_id)) where user_id = new.id;
  return null;
end
$$;

-- A refund belongs to the event of its order.
create function refunds_name_event() returns trigger language plpgsql as $$
begin
  new.event_id := coalesce(new.event_id, (select o.event_id from orders o where o.id = new.order_id));
  return new;
end $$;

-- Ledger entries are never changed: a reverse entry corrects a mistake. Once for a statement, so that adding costs
-- nothing.
create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'ledger entries are append-only';
end
$$;

create type scan_attempt as (
  item int,
  scan_id uuid,
  scanner_id uuid,
  event_id uuid,
  ticket_id uuid,
  epoch int,
  via text,
  nonce text,
  result text,
  reason text,
  ip text,
  request_id text
);

-- ── db ──────────────────────────────────────────────────────────

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
  hash bytea,
  -- Sealed audit rows are numbered in the order of the chain: a row may commit after one with a greater id was sealed.
  seal_number bigint,
  constraint audit_rows_sealed_whole check ((hash is null) = (previous_hash is null) and (hash is null) = (seal_number is null))
);
create index audit_rows_object on audit_rows (object_type, object_id, id);
create index audit_rows_unsealed on audit_rows (id) where hash is null;
-- Every row of the audit is written unsealed: indexed among the sealed ones it cost each sale an entry that says nothing.
create unique index audit_rows_sealed on audit_rows (seal_number) where seal_number is not null;
create trigger audit_rows_append_only before delete or update on audit_rows for each row execute function refuse_audit_change();

-- How far a check that goes on from where it was has looked: the number of an audit row.
create table check_marks (
  name text primary key,
  audit_id bigint not null,
  -- What a minute's check found broken, by kind: looked at again each minute until it is whole.
  broken jsonb not null default '{}',
  -- What a minute's check could not look at in its time, by kind: looked at again each minute until it was.
  unseen jsonb not null default '{}'
);

-- Answers of money and ticket writes by the caller's key, kept 7 days. Orders keep theirs themselves (see orders);
-- a key that is in one of both is taken for the other.
create table idempotency_keys (
  actor_id uuid not null,
  key text not null,
  request_hash bytea not null,
  answer jsonb,
  created_at timestamptz not null default app_now(),
  primary key (actor_id, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

-- Exact limits: one row a name and subject, counted up, so that those that come at the same moment all count. The subject is
-- a keyed hash, so that the table identifies no person.
create table limits_taken (
  name text not null,
  subject bytea not null,
  used int not null,
  ends_at timestamptz not null,
  primary key (name, subject)
);
create index limits_taken_ended on limits_taken (ends_at);

-- Calls of endpoints, counted in the memory of each web process and summed here every two seconds. After a crash they start
-- at zero; no rule depends on them.
create unlogged table rate_counts (
  subject bytea primary key,
  calls int not null,
  ends_at timestamptz not null,
  changed_at timestamptz not null
) with (fillfactor = 60);
create index rate_counts_changed on rate_counts (changed_at);

-- ── jobs ────────────────────────────────────────────────────────

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
  last_error text
);

-- ── notifications ───────────────────────────────────────────────

-- One row per ticket and channel; a ticket's state never depends on it. Rows that leave as one message share `group_id`,
-- which is the id of one of them: that row is claimed for all.
create table deliveries (
  id uuid primary key,
  group_id uuid not null,
  ticket_id uuid not null,
  epoch int not null,
  channel text not null check (channel in ('mail', 'whatsapp')),
  state text not null default 'queued' check (state in ('queued', 'sent', 'delivered', 'read', 'failed')),
  attempts int not null default 0,
  resends int not null default 0,
  -- When a queued row is due; while a worker sends it, when another may take it over.
  next_attempt_at timestamptz not null default app_now(),
  provider_message_id text,
  last_error text,
  created_at timestamptz not null default app_now(),
  sent_at timestamptz,
  -- The holder of the lease: a name for each claim, so that a claim whose lease has ended cannot complete the next one.
  leased_by uuid,
  constraint deliveries_ticket_id_epoch_channel_key unique (ticket_id, epoch, channel)
);
create index deliveries_queued on deliveries (channel, next_attempt_at) where state = 'queued' and id = group_id;
create index deliveries_group on deliveries (group_id) where state = 'queued';
create index deliveries_message on deliveries (provider_message_id) where provider_message_id is not null;

-- One row for each person, notice and channel. No foreign key to the notice: its module comes after the one that delivers.
create table notice_deliveries (
  id uuid primary key,
  notice_id uuid not null,
  user_id uuid not null,
  channel text not null check (channel in ('mail', 'whatsapp')),
  state text not null default 'queued' check (state in ('queued', 'sent', 'delivered', 'read', 'failed')),
  attempts int not null default 0,
  resends int not null default 0,
  next_attempt_at timestamptz not null default app_now(),
  leased_by uuid,
  provider_message_id text,
  last_error text,
  created_at timestamptz not null default app_now(),
  sent_at timestamptz,
  constraint notice_deliveries_notice_id_user_id_channel_key unique (notice_id, user_id, channel)
);
create index notice_deliveries_due on notice_deliveries (channel, next_attempt_at) where state = 'queued';
create index notice_deliveries_message on notice_deliveries (provider_message_id) where provider_message_id is not null;
create index notice_deliveries_user on notice_deliveries (user_id);

-- Development only: what would have left by mail or WhatsApp, readable at /dev/inbox.
create table dev_inbox (
  id bigint generated always as identity primary key,
  channel text not null check (channel in ('mail', 'whatsapp')),
  recipient text not null,
  subject text not null,
  html text,
  body text not null,
  attachments jsonb not null default '[]',
  at timestamptz not null default app_now()
);

-- ── media ───────────────────────────────────────────────────────

create table images (
  -- sha256 of the re-encoded original (the master in the private file store), hex.
  id text primary key check (id ~ '^[0-9a-f]{64}$'),
  width int not null,
  height int not null,
  has_avif boolean not null default false,
  created_at timestamptz not null default app_now()
);

-- ── papers ──────────────────────────────────────────────────────

-- Papers that were drawn once and are kept as files under a hash of all that they print.
create table kept_papers (
  key text primary key,
  kind text not null,
  owner_id uuid not null,
  -- Tickets or the order that it is about.
  subjects uuid[] not null,
  size_bytes int not null,
  made_at timestamptz not null default app_now(),
  -- Its file goes with the next sweep.
  is_dropped boolean not null default false
);
create index kept_papers_owner on kept_papers (owner_id);
create index kept_papers_subjects on kept_papers using gin (subjects);

-- ── accounts ────────────────────────────────────────────────────

create table users (
  id uuid primary key,
  name text not null check (length(name) >= 2 and length(name) <= 100),
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
  pending_mail text check (pending_mail = lower(pending_mail)),
  pending_phone text check (pending_phone ~ '^\+[1-9][0-9]{6,14}$'),
  terms_accepted_at timestamptz,
  plain_name text not null generated always as (plain_text(name)) stored,
  -- When another account verified a contact that this one had only given: the account is asked for another until it gives one.
  phone_taken_at timestamptz,
  mail_taken_at timestamptz,
  -- The unverified mail of this account that another account verified. Returned, unverified, when the phone is taken too,
  -- because it is then the only way to sign in to the purchases made here.
  taken_mail text,
  -- The account that this pending one was joined to. Records of the past, such as who received a ticket, keep the old id
  -- and belong to the joined account by this column. No foreign key: it would lock `users` while it reads the whole table, and accounts are
  -- never deleted.
  joined_to uuid,
  -- Of a buyer without a session: a keyed hash of their device. Two devices that write the same contacts are two people until one
  -- verifies a contact, so that neither touches what the other holds.
  guest_key bytea,
  constraint users_check check (permission is null or is_god_admin),
  -- A pending account has no verified contact.
  constraint users_pending_unproved check (state <> 'pending' or mail_proved_at is null and phone_proved_at is null)
);
create index users_by_age on users (created_at, id) where state <> 'deleted';
create index users_search on users using gin (plain_name gin_trgm_ops);
-- Administrators page through everybody by name. Searching by a part of it has its own index (users_name).
create index users_by_name on users (plain_name, id) where state <> 'deleted';
-- For the look-up of a picture's users before its removal: only tables that grow have such an index.
create index users_profile_image on users (profile_image_id) where profile_image_id is not null;
create unique index users_phone on users (phone) where state in ('active', 'blocked');
create unique index users_mail on users (mail) where mail_proved_at is not null and state <> 'deleted';
create index users_mail_given on users (mail) where mail is not null and state <> 'deleted';
-- A pending account is identified by exactly the contacts it was given: the same phone with another mail is another account.
create unique index users_waiting on users (phone, mail, guest_key) nulls not distinct where state = 'pending';
-- For the daily job that erases buyers without a session.
create index users_guests on users (id) where state = 'pending' and guest_key is not null;
create trigger users_renamed after update of name on users for each row when (old.name is distinct from new.name) execute function rename_circle_people();
alter table notice_deliveries add constraint notice_deliveries_user_id_fkey foreign key (user_id) references users;
alter table kept_papers add constraint kept_papers_owner_id_fkey foreign key (owner_id) references users;

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
  -- When the password was last verified in this session, for step-up.
  confirmed_at timestamptz,
  device text,
  ip text,
  -- What the browser called itself when it signed in, so that a person recognises their sessions.
  agent text check (length(agent) <= 300)
);
create index sessions_user on sessions (user_id, created_at desc);
create index sessions_expiry on sessions (expires_at);
-- Whether a device ever signed in; looked up for devices of an address over its limit.
create index sessions_device on sessions (device);

-- The key is the provider's own subject, which never changes hands; a mail does, so it is kept for the record alone.
create table user_identities (
  provider text not null check (provider = 'google'),
  subject text not null check (length(subject) >= 1 and length(subject) <= 255),
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

-- Reset and activation links. Only the hash of the token is kept; a dead one stays a month, to distinguish an old link
-- from one that never existed.
create table account_links (
  token_hash bytea primary key,
  user_id uuid not null references users,
  kind text not null check (kind in ('reset', 'activation')),
  channel text not null check (channel in ('mail', 'whatsapp')),
  -- Where it went: opening it verifies this address; it is invalid once the account has another one.
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
  kind text not null check (kind in ('mail', 'phone', 'phone by mail')),
  contact text not null,
  code_mac bytea not null,
  expires_at timestamptz not null,
  tries int not null default 0,
  primary key (user_id, kind)
);

-- The code by which a registration verifies a phone that an unverified account signs in with. There is no account yet:
-- the key is the contact and the requesting device, so that one device cannot replace another's code. A keyed hash, as contact_codes.
create table registration_codes (
  contact text not null,
  device bytea not null,
  code_mac bytea not null,
  expires_at timestamptz not null,
  tries int not null default 0,
  primary key (contact, device)
);
create index registration_codes_expiry on registration_codes (expires_at);

-- ── companies ───────────────────────────────────────────────────

create table companies (
  id uuid primary key,
  name text not null,
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  description text,
  image_id text,
  cover_id text,
  -- User names at networks, and the address of an own site; empty where there is none.
  instagram text not null default '',
  facebook text not null default '',
  tiktok text not null default '',
  x text not null default '',
  website text not null default '',
  state text not null default 'pending' check (state in ('pending', 'approved', 'needs_changes', 'rejected', 'blocked')),
  legal_name text,
  cuit text,
  created_at timestamptz not null default app_now(),
  search_text text not null generated always as (plain_text(name)) stored,
  -- Paid types of a company whose refunds its balance does not cover for days are not on sale until it does.
  paid_sales_stopped_at timestamptz
);
create index companies_search on companies using gin (search_text gin_trgm_ops);
create index companies_image on companies (image_id) where image_id is not null;
create index companies_cover on companies (cover_id) where cover_id is not null;

-- Addresses that companies have and had; `companies.slug` is the present one.
create table company_slugs (
  slug text primary key,
  company_id uuid not null references companies
);
create index company_slugs_company on company_slugs (company_id);

create table company_members (
  company_id uuid not null references companies,
  user_id uuid not null unique references users,
  role text not null check (role in ('owner', 'manager', 'finance')),
  created_at timestamptz not null default app_now(),
  -- As in event_staff: who invited, whom the invitation meant then, and under what name.
  given_by uuid references users,
  given_to uuid,
  given_name text,
  primary key (company_id, user_id)
);

create table payment_accounts (
  company_id uuid not null references companies,
  provider text not null default 'mercado_pago' check (provider = 'mercado_pago'),
  state text not null check (state in ('connected', 'refresh_failed', 'disconnected')),
  collector_id text not null,
  nickname text,
  -- Sealed with the vault; never leave the server.
  access_token_sealed text,
  refresh_token_sealed text,
  token_expires_at timestamptz,
  connected_at timestamptz not null default app_now(),
  id uuid default gen_random_uuid() primary key,
  -- Another account than before sells from a day after it was connected; the one before until then (rule R7.4).
  sells_from timestamptz not null default app_now(),
  sells_until timestamptz,
  connected_by uuid references users,
  ended_at timestamptz,
  ended_because text check (ended_because in ('disconnected', 'revoked', 'expired', 'replaced')),
  -- When the token is next checked and renewed at the provider.
  refresh_at timestamptz,
  next_attempt_at timestamptz not null default app_now(),
  attempts int not null default 0,
  leased_by uuid,
  last_error text,
  -- When its people were last warned that it will stop selling by itself.
  warned_at timestamptz
);
-- What the payments' jobs and every notification ask for, by keys of its own: without them each asks the whole table.
create index payment_accounts_collector on payment_accounts (collector_id);
-- One row per account of a company, and those that are to be looked after.
create unique index payment_accounts_of_company on payment_accounts (company_id, collector_id);
create index payment_accounts_due on payment_accounts (next_attempt_at) where access_token_sealed is not null;

-- A browser on its way to the provider and back, for one company, once, within ten minutes.
create table payment_account_requests (
  state_hash bytea primary key,
  browser_hash bytea not null,
  session_id uuid not null references sessions on delete cascade,
  company_id uuid not null references companies,
  verifier_sealed text not null,
  expires_at timestamptz not null
);
create index payment_account_requests_expiry on payment_account_requests (expires_at);
create index payment_account_requests_session on payment_account_requests (session_id);

-- The service fee is the platform's: terms per company from a date on, which an event takes when it is made and keeps
-- (rules R7.6, R7.7).
create table company_fees (
  id uuid primary key,
  company_id uuid not null references companies,
  percent_bps int not null check (percent_bps >= 0 and percent_bps <= 3000),
  fixed_cents bigint not null check (fixed_cents >= 0 and (fixed_cents % 100::bigint) = 0),
  least_cents bigint not null check (least_cents >= 0 and (least_cents % 100::bigint) = 0),
  most_cents bigint,
  applies_from timestamptz not null,
  set_by uuid references users,
  created_at timestamptz not null default app_now(),
  constraint company_fees_check check (most_cents >= least_cents and (most_cents % 100::bigint) = 0)
);
create index company_fees_newest on company_fees (company_id, applies_from desc, created_at desc);

-- A company's data for the tax authority: one row per version, never changed, so that a receipt shows the version in force
-- when its order was paid and payments need no copy.
create table company_fiscal_data (
  id uuid primary key,
  company_id uuid not null references companies,
  legal_name text not null,
  cuit text not null check (cuit ~ '^[0-9]{11}$'),
  vat_condition text not null check (vat_condition in ('responsable_inscripto', 'monotributo', 'exento', 'no_alcanzado')),
  address text not null,
  applies_from timestamptz not null default app_now(),
  set_by uuid references users
);
create index company_fiscal_data_newest on company_fiscal_data (company_id, applies_from desc);

-- ── onboarding ──────────────────────────────────────────────────

-- What people sent to become organizers. A row is one request and its decision; who sends again after a decision adds a row,
-- so that the decisions before stay.
create table organizer_requests (
  id uuid primary key,
  user_id uuid not null references users,
  state text not null default 'pending' check (state in ('pending', 'approved', 'needs_changes', 'rejected')),
  kind text not null check (kind in ('individual', 'registered', 'unregistered')),
  full_name text not null,
  mail text not null,
  phone text not null,
  province text not null,
  city text not null,
  address text not null,
  dni_sealed text not null,
  -- The company's name where it is registered.
  organization_name text check (organization_name is not null or kind = 'individual'),
  legal_name text check ((legal_name is not null) = (kind = 'registered')),
  cuit text check (cuit ~ '^[0-9]{11}$' and (cuit is not null) = (kind = 'registered')),
  accepts_advertising boolean not null,
  sent_at timestamptz not null default app_now(),
  decided_at timestamptz,
  decided_by uuid references users,
  reason text,
  -- What its approval made.
  company_id uuid references companies,
  check ((state = 'pending') = (decided_at is null)),
  check ((state = 'approved') = (company_id is not null))
);
create unique index organizer_requests_open on organizer_requests (user_id) where state = 'pending';
create index organizer_requests_of_person on organizer_requests (user_id, sent_at desc);
create index organizer_requests_queue on organizer_requests (state, sent_at);

-- Both sides of the ID of a request, re-encoded and sealed with the vault; erased 90 days after the decision.
create table organizer_request_photos (
  request_id uuid not null references organizer_requests on delete cascade,
  side text not null check (side in ('front', 'back')),
  photo_sealed text,
  erased_at timestamptz,
  primary key (request_id, side),
  check ((photo_sealed is null) = (erased_at is not null))
);

-- ── stock ───────────────────────────────────────────────────────

-- One row per ticket type. capacity ≥ held + sold + courtesy at every committed instant (invariant I1).
create table ticket_stock (
  type_id uuid primary key,
  event_id uuid not null,
  capacity int not null check (capacity >= 0),
  held int not null default 0 check (held >= 0),
  sold int not null default 0 check (sold >= 0),
  courtesy int not null default 0 check (courtesy >= 0),
  -- How many places accounts without a verified contact hold unpaid or have free of charge.
  unproved int not null default 0 check (unproved >= 0),
  wanted int not null default 0 check (wanted >= 0),
  offered int not null default 0 check (offered >= 0),
  constraint ticket_stock_not_oversold check ((held + sold + courtesy) <= capacity),
  constraint ticket_stock_offers_are_held check (offered <= held)
) with (fillfactor = 50);
create index ticket_stock_event on ticket_stock (event_id);
-- Types with waitlist entries or offered places: very few rows, so that a batch of orders finds out by one look-up that it has none.
create index ticket_stock_waited on ticket_stock (event_id) where wanted > 0 or offered > 0;

-- The event's own capacity over all its types; null capacity binds nothing.
create table event_stock (
  event_id uuid primary key,
  capacity int check (capacity >= 0),
  taken int not null default 0 check (taken >= 0),
  constraint event_stock_not_oversold check (taken <= capacity)
) with (fillfactor = 50);

-- Places that a buyer holds or has bought, per event (type_id = event_id) and per type.
-- This table, orders and order_lines are written by the hundred in one round trip. Their references are not declared:
-- checking them row by row cost half of a batch, while checkout_place_orders has looked every one of them up in the same
-- statement; events with orders and people are never deleted, and check-invariants compares.
create table buyer_counters (
  event_id uuid not null,
  buyer_id uuid not null,
  type_id uuid not null,
  taken int not null check (taken >= 0),
  primary key (event_id, buyer_id, type_id)
);

-- ── events ──────────────────────────────────────────────────────

create table categories (
  id int primary key,
  name text not null unique,
  position int not null
);
insert into categories (id, name, position) values
  (0, 'Sin categoría', 0), (1, 'Electrónica', 1), (2, 'Recitales', 2), (3, 'Fiestas', 3), (4, 'Teatro', 4),
  (5, 'Stand up', 5), (6, 'Folklore y peñas', 6), (7, 'Festivales', 7), (8, 'Deportes', 8), (9, 'Ferias', 9), (10, 'Otros', 10);

create table events (
  id uuid primary key,
  -- Short integer that codes and addresses carry.
  number int generated always as identity unique,
  company_id uuid not null references companies,
  name text not null,
  description text not null default '',
  category_id int not null references categories,
  venue_name text not null,
  address text not null,
  city text not null,
  province text not null,
  lat float8,
  lng float8,
  starts_at timestamptz,
  ends_at timestamptz,
  state text not null default 'pending' check (state in ('pending', 'active', 'inactive', 'success', 'cancelled')),
  is_private boolean not null default false,
  minimum_age int check (minimum_age >= 0 and minimum_age <= 99),
  forbids_minors boolean not null default false,
  admission_conditions text,
  order_limit int not null default 10 check (order_limit >= 1 and order_limit <= 10),
  person_limit int not null default 20 check (person_limit >= 1 and person_limit <= 100),
  hold_minutes int not null default 15 check (hold_minutes >= 5 and hold_minutes <= 60),
  service_fee_bps int not null default 1000 check (service_fee_bps >= 0 and service_fee_bps <= 3000),
  accepts_cash boolean not null default false,
  courtesy_limit int not null default 100 check (courtesy_limit >= 0),
  flyer_id text references images,
  published_at timestamptz,
  created_at timestamptz not null default app_now(),
  -- When it counts as past: its end, or one day after its start when there is none (rule R2.3); null never does. By
  -- the clock of UTC, because a stored column may not depend on a session's time zone.
  expires_at timestamptz generated always as (coalesce(ends_at, (((starts_at at time zone 'UTC') + '1 day'::interval) at time zone 'UTC'))) stored,
  -- Cheapest listed type, kept by the module that also writes the types: lists order and filter by it.
  price_from_cents bigint,
  -- What lists order and search by, written out once: folding accents for every row of every list would be slow.
  plain_name text not null generated always as (plain_text(name)) stored,
  search_text text not null generated always as (plain_text((name || ' ') || venue_name) || ' ' || plain_city(city)) stored,
  -- How often an event's fields or ticket types were saved: a save that names another version is refused, so that two people
  -- who edit the same event do not overwrite each other unseen.
  version int not null default 1,
  allows_transfers boolean not null default true,
  service_fee_fixed_cents bigint not null default 0 check (service_fee_fixed_cents >= 0 and (service_fee_fixed_cents % 100::bigint) = 0),
  service_fee_least_cents bigint not null default 0 check (service_fee_least_cents >= 0 and (service_fee_least_cents % 100::bigint) = 0),
  service_fee_most_cents bigint,
  absorbs_service_fee boolean not null default false,
  -- When an event was cancelled, and the reason that its holders read.
  cancelled_at timestamptz,
  cancel_reason text,
  -- When its people closed the sale by hand; page and door stay open.
  sale_closed_at timestamptz,
  -- The address of its public page, since it was published and not private.
  slug text unique,
  constraint events_check check (ends_at is null or starts_at is not null),
  constraint events_check1 check (ends_at > starts_at),
  constraint events_check2 check (service_fee_most_cents >= service_fee_least_cents and (service_fee_most_cents % 100::bigint) = 0)
);
create index events_company on events (company_id, starts_at);
-- Carries what lists judge by, so that choosing and counting read the index alone.
create index events_public on events (starts_at, id) include (state, expires_at) where not is_private and (state in ('active', 'success'));
create index events_search on events using gin (search_text gin_trgm_ops);
create index events_flyer on events (flyer_id) where flyer_id is not null;
alter table ticket_stock add constraint ticket_stock_event_id_fkey foreign key (event_id) references events;
alter table event_stock add constraint event_stock_event_id_fkey foreign key (event_id) references events;

-- What changed of a published event's date or place. After its first sale holders are notified, and each payer may ask for a
-- full refund until `refundable_until` (rules.md, R8).
create table event_changes (
  id uuid primary key,
  event_id uuid not null references events,
  before jsonb not null,
  after jsonb not null,
  changed_by uuid references users,
  changed_at timestamptz not null default app_now(),
  refundable_until timestamptz,
  noticed_at timestamptz,
  -- Changes before any sale count as noticed from the beginning and give no days.
  constraint event_changes_days check (refundable_until is not null or noticed_at is not null)
);
create index event_changes_event on event_changes (event_id, changed_at);
-- Changes whose holders are not notified yet.
create index event_changes_unnoticed on event_changes (changed_at) where noticed_at is null;

-- Addresses that public events have and had, `base-number`; `events.slug` is the present one.
create table event_slugs (
  base text,
  number int check (number > 0),
  event_id uuid not null references events,
  primary key (base, number)
);
create index event_slugs_event on event_slugs (event_id);

-- The pinned events of the landing, in order.
create table pinned_events (
  position int primary key check (position >= 1 and position <= 3),
  event_id uuid not null unique references events
);

create table ticket_types (
  id uuid primary key,
  event_id uuid not null references events,
  name text not null,
  description text,
  price_cents bigint not null check (price_cents >= 0 and (price_cents % 100::bigint) = 0),
  visibility text not null default 'visible' check (visibility in ('visible', 'hidden', 'courtesy')),
  sale_starts_at timestamptz,
  sale_ends_at timestamptz,
  valid_until timestamptz,
  per_person_limit int check (per_person_limit > 0),
  -- The type's number inside the codes of this event: given once, never changed, never reused.
  position int not null check (position >= 0 and position <= 255),
  -- Place in the list, which the organizer may change.
  place int not null default 0,
  removed_at timestamptz,
  created_at timestamptz not null default app_now(),
  constraint ticket_types_event_id_position_key unique (event_id, position)
);
alter table ticket_stock add constraint ticket_stock_type_id_fkey foreign key (type_id) references ticket_types;

create table event_staff (
  event_id uuid not null references events,
  user_id uuid not null references users,
  kind text not null check (kind in ('RRPP', 'SCANNER', 'COMERCIAL')),
  can_scan boolean not null default true,
  created_at timestamptz not null default app_now(),
  -- Who added the member, under what name, and the account meant then: an inviter of a phone and a mail sees which of them
  -- was verified, and a team shows the names that its own people wrote.
  given_by uuid references users,
  given_to uuid,
  given_name text,
  primary key (event_id, user_id, kind)
);
create index event_staff_user on event_staff (user_id, kind);
create unique index event_staff_one_commercial on event_staff (event_id) where kind = 'COMERCIAL';

-- ── ledger ──────────────────────────────────────────────────────

-- Double entry: every row moves a positive amount from the account in `credit` to the one in `debit`. Accounts: buyers,
-- company, platform, provider, and suspense for money that came and buys nothing until it goes back.
create table ledger_entries (
  id bigint generated always as identity primary key,
  at timestamptz not null default app_now(),
  kind text not null check (kind in ('sale', 'service_fee', 'provider_fee', 'unapplied', 'refund', 'refund_fee', 'commission', 'commission_return', 'promoter_cash', 'promoter_payment', 'cost')),
  debit text not null,
  credit text not null,
  amount_cents bigint not null check (amount_cents > 0),
  company_id uuid not null,
  event_id uuid not null,
  order_id uuid,
  payment_id uuid,
  refund_id uuid,
  ticket_id uuid,
  -- Whose commission or cash it is.
  promo_id uuid,
  cost_id uuid,
  constraint ledger_entries_check check (credit <> debit),
  constraint ledger_entries_accounts_check check ((debit in ('buyers', 'company', 'platform', 'provider', 'suspense', 'promoters', 'promoters_paid', 'promoter_cash', 'suppliers')) and (credit in ('buyers', 'company', 'platform', 'provider', 'suspense', 'promoters', 'promoters_paid', 'promoter_cash', 'suppliers')))
);
create index ledger_entries_event on ledger_entries (event_id, id);
create index ledger_entries_order on ledger_entries (order_id);
-- An order is sold once, a payment costs its fee or lands in suspense once.
create unique index ledger_entries_one_sale on ledger_entries (order_id, kind) where kind in ('sale', 'service_fee');
-- What was sold in person has an entry of its own for each ticket: sold once, and back once.
create unique index ledger_entries_one_ticket on ledger_entries (ticket_id, kind)
  where order_id is null and ticket_id is not null and kind in ('sale', 'service_fee', 'refund');
create unique index ledger_entries_one_payment on ledger_entries (payment_id, kind) where kind in ('provider_fee', 'unapplied');
-- All entries of a ticket that was made by hand.
create index ledger_entries_ticket on ledger_entries (ticket_id) where order_id is null and ticket_id is not null;
-- A company's entries of a stretch of days: its settlement reads those and no others.
create index ledger_entries_company on ledger_entries (company_id, at);
-- For the entries of one refund, read by its screen, its credit note and a won chargeback.
create index ledger_entries_refund on ledger_entries (refund_id) where refund_id is not null;
create index ledger_entries_promo on ledger_entries (promo_id, ticket_id) where promo_id is not null;
-- What was entered of one cost of an event, and taken back of it.
create index ledger_entries_cost on ledger_entries (cost_id) where cost_id is not null;
create trigger ledger_entries_append_only before delete or update on ledger_entries for each statement execute function refuse_ledger_change();

-- ── promoters ───────────────────────────────────────────────────

-- A promoter's part in an event: the code that sales count by, what they may give and sell, and what they owe. Without a row,
-- and by default, nothing may be given. `code` is random, kept upper case.
create table promos (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references events,
  promoter_id uuid not null references users,
  code text not null unique check (code = upper(code)),
  is_active boolean not null default true,
  -- Courtesies; how many were used is counted from the issuances.
  max_uses int not null default 0 check (max_uses >= 0 and max_uses <= 10000),
  -- Null for every type of the event.
  allowed_type_ids uuid[] check (cardinality(allowed_type_ids) > 0),
  -- From then on nothing more is given or sold by hand.
  closes_at timestamptz,
  can_sell_in_person boolean not null default false,
  -- Cash that may be in their hands at once; null without a limit.
  debt_limit_cents bigint check (debt_limit_cents > 0),
  -- Of an account that was joined to another that has a part in the event already: only its money and its code count.
  is_merged boolean not null default false,
  created_at timestamptz not null default app_now()
);
create unique index promos_one on promos (event_id, promoter_id) where not is_merged;
create index promos_promoter on promos (promoter_id, event_id);

-- What a promoter earns on a ticket, from a moment on: what was sold keeps the terms of its moment. Neither: nothing.
create table commission_terms (
  promo_id uuid not null references promos,
  since timestamptz not null default app_now(),
  basis_points int check (basis_points > 0 and basis_points <= 10000),
  fixed_cents bigint check (fixed_cents > 0),
  earned_on text not null default 'sale' check (earned_on in ('sale', 'arrival')),
  primary key (promo_id, since),
  constraint commission_terms_one_kind check (basis_points is null or fixed_cents is null)
);

-- How often a promoter's link was opened on a day; nothing of who opened it.
create table referral_visits (
  promo_id uuid not null references promos,
  day date not null,
  visits int not null default 1,
  primary key (promo_id, day)
);

-- ── discounts ───────────────────────────────────────────────────

-- Discount codes of events, and what an order took of one. `uses` counts the orders that hold or were paid with it.
create table discount_codes (
  id uuid primary key,
  event_id uuid not null references events,
  -- As it was typed and is shown; compared without accents, case and separators.
  code text not null,
  folded_code text not null generated always as (upper(regexp_replace(normalize(code, NFKD), '[^A-Za-z0-9]', '', 'g'))) stored
    check (folded_code ~ '^[A-Z0-9]{4,20}$'),
  percent int check (percent >= 1 and percent <= 100),
  amount_cents bigint check (amount_cents > 0 and (amount_cents % 100::bigint) = 0),
  -- Null for every type of the event.
  type_ids uuid[] check (cardinality(type_ids) > 0),
  max_uses int check (max_uses > 0),
  per_person_limit int check (per_person_limit > 0),
  starts_at timestamptz,
  ends_at timestamptz,
  uses int not null default 0 check (uses >= 0),
  made_by uuid not null references users,
  created_at timestamptz not null default app_now(),
  stopped_at timestamptz,
  stopped_by uuid references users,
  constraint discount_codes_one_kind check (num_nonnulls(percent, amount_cents) = 1),
  constraint discount_codes_window check (starts_at < ends_at),
  constraint discount_codes_not_overused check (uses <= max_uses)
);
create unique index discount_codes_active on discount_codes (event_id, folded_code) where stopped_at is null;
create index discount_codes_of_event on discount_codes (event_id, created_at);

-- ── drinks ──────────────────────────────────────────────────────

create table drinks (
  id uuid primary key,
  event_id uuid not null references events,
  name text not null check (length(name) >= 2 and length(name) <= 80),
  description text not null default '' check (length(description) <= 500),
  price_cents bigint not null check (price_cents >= 0 and (price_cents % 100::bigint) = 0),
  is_available boolean not null default true,
  position int not null check (position >= 1),
  image_id text references images,
  created_at timestamptz not null default app_now(),
  removed_at timestamptz
);
create index drinks_of_event on drinks (event_id, position) where removed_at is null;
create index drinks_image on drinks (image_id) where image_id is not null;

-- What of the menu an order has besides its tickets; amounts of one drink.
create table order_drinks (
  order_id uuid not null,
  drink_id uuid not null references drinks,
  quantity int not null check (quantity > 0),
  unit_price_cents bigint not null check (unit_price_cents >= 0),
  unit_fee_cents bigint not null check (unit_fee_cents >= 0),
  unit_absorbed_fee_cents bigint not null default 0,
  primary key (order_id, drink_id),
  constraint order_drinks_check check (unit_absorbed_fee_cents >= 0 and unit_absorbed_fee_cents <= unit_price_cents)
);
create index order_drinks_drink on order_drinks (drink_id);

-- One drink that was paid. It belongs to a ticket, of its order or the one that its order adds drinks to, whoever holds that.
create table drink_vouchers (
  id uuid primary key,
  event_id uuid not null references events,
  drink_id uuid not null references drinks,
  order_id uuid not null,
  ticket_id uuid not null,
  -- Among its order's vouchers, from 1.
  position int not null check (position >= 1),
  price_cents bigint not null check (price_cents >= 0),
  fee_cents bigint not null check (fee_cents >= 0),
  redeemed_at timestamptz,
  redeemed_by uuid,
  created_at timestamptz not null default app_now(),
  -- An order's vouchers are issued once: a second issue breaks here and is rolled back.
  constraint drink_vouchers_order unique (order_id, position),
  constraint drink_vouchers_redeemed check ((redeemed_at is null) = (redeemed_by is null))
);
create index drink_vouchers_ticket on drink_vouchers (ticket_id);
-- With what an event's figures sum, which are then read from the index alone.
create index drink_vouchers_event on drink_vouchers (event_id, drink_id) include (redeemed_at, price_cents, fee_cents);

-- ── raffles ─────────────────────────────────────────────────────

-- A prize drawn among the people of an event, so that anybody can draw it again (contract/values/raffle-draw.ts).
create table raffles (
  id uuid primary key,
  event_id uuid not null references events,
  prize text not null check (length(prize) >= 2 and length(prize) <= 200),
  rules text not null default '' check (length(rules) <= 5000),
  winners int not null check (winners >= 1 and winners <= 20),
  alternates int not null default 0 check (alternates >= 0 and alternates <= 20),
  entrants text not null default 'holders' check (entrants in ('holders', 'checked_in', 'opt_in')),
  state text not null default 'draft' check (state in ('draft', 'open', 'closed', 'drawn', 'published', 'cancelled')),
  -- Until the draw, which reveals it in `seed`. Hashes and seed in hexadecimal.
  seed_sealed text,
  seed_hash text check (seed_hash ~ '^[0-9a-f]{64}$'),
  list_hash text check (list_hash ~ '^[0-9a-f]{64}$'),
  seed text check (seed ~ '^[0-9a-f]{64}$'),
  -- Of the frozen list: an entry is never added to it or taken from it.
  entries int,
  created_at timestamptz not null default app_now(),
  opened_at timestamptz,
  closed_at timestamptz,
  drawn_at timestamptz,
  published_at timestamptz,
  cancelled_at timestamptz,
  constraint raffles_opened check ((opened_at is null) = (seed_hash is null) and (opened_at is null or rules <> '')),
  constraint raffles_closed check (num_nonnulls(closed_at, list_hash, entries) = any (array[0, 3])),
  constraint raffles_drawn check ((drawn_at is null) = (seed is null) and (seed is null or seed_sealed is null)),
  constraint raffles_state check (case state
    when 'draft' then opened_at is null
    when 'open' then opened_at is not null and closed_at is null
    when 'closed' then closed_at is not null and drawn_at is null
    when 'drawn' then drawn_at is not null and published_at is null
    when 'published' then published_at is not null and drawn_at is not null
    else cancelled_at is not null and published_at is null and seed_sealed is null
  end)
);
create index raffles_of_event on raffles (event_id, created_at desc);

create table raffle_entries (
  raffle_id uuid not null references raffles,
  -- What stands for the person in public.
  code text not null default upper(left(replace(gen_random_uuid()::text, '-', ''), 12)) check (code ~ '^[0-9A-F]{12}$'),
  -- Null once the account was closed, or joined to one that takes part already: the code stays in the list.
  person_id uuid references users,
  entered_at timestamptz not null default app_now(),
  -- Takes part by a ticket alone, and no longer once that is gone.
  by_ticket boolean not null default false,
  -- Of the codes that were drawn, from 1: up to the last one with a place.
  draw_order int check (draw_order >= 1),
  -- Of winners and alternates, from 1. Null of a drawn code that did not take part any more at the draw (rule R24.5).
  place int check (place >= 1 and place <= 40 and place <= draw_order),
  primary key (raffle_id, code),
  constraint raffle_entries_once unique (raffle_id, person_id)
);
create unique index raffle_entries_place on raffle_entries (raffle_id, place) where place is not null;
create unique index raffle_entries_draw_order on raffle_entries (raffle_id, draw_order) where draw_order is not null;
create index raffle_entries_person on raffle_entries (person_id) where person_id is not null;

-- ── waiting-list ────────────────────────────────────────────────

-- The waitlist of a sold-out type, in order, and the places kept for each offer.
create table waiting_list_entries (
  id uuid primary key,
  -- In the order in which they came: given under the lock of the event's stock.
  place bigint generated always as identity,
  event_id uuid not null references events,
  type_id uuid not null references ticket_types,
  person_id uuid not null references users,
  quantity int not null check (quantity > 0),
  state text not null default 'waiting' check (state in ('waiting', 'offered', 'taken', 'lapsed', 'left', 'closed')),
  joined_at timestamptz not null default app_now(),
  -- Places of the offer, fewer than were asked for when no more were free.
  offered int,
  offered_at timestamptz,
  offer_until timestamptz,
  ended_at timestamptz,
  -- That took the offer.
  order_id uuid,
  is_notice_pending boolean not null default false,
  constraint waiting_list_entries_check check (offered >= 1 and offered <= quantity),
  constraint waiting_list_entries_offer check ((num_nonnulls(offered, offered_at, offer_until) = any (array[0, 3])) and
case state
    when 'waiting' then offered is null
    when 'offered' then offered is not null
    when 'taken' then offered is not null
    when 'lapsed' then offered is not null
    else true
end),
  constraint waiting_list_entries_end check ((state in ('waiting', 'offered')) = (ended_at is null)),
  constraint waiting_list_entries_order check ((state = 'taken') = (order_id is not null)),
  constraint waiting_list_entries_notice check (not is_notice_pending or state = 'closed')
);
create unique index waiting_list_entries_once on waiting_list_entries (type_id, person_id) where state in ('waiting', 'offered');
create index waiting_list_entries_waiting on waiting_list_entries (type_id, place) where state = 'waiting';
create index waiting_list_entries_until on waiting_list_entries (offer_until) where state = 'offered';
create index waiting_list_entries_event on waiting_list_entries (event_id, place);
create index waiting_list_entries_person on waiting_list_entries (person_id, event_id);
-- Next to nothing: only entries of the last moments are in it.
create index waiting_list_entries_notice on waiting_list_entries (event_id) where is_notice_pending;

-- ── tickets ─────────────────────────────────────────────────────

create table qr_keys (
  id smallint primary key check (id >= 1 and id <= 255),
  public_key bytea not null,
  private_key_sealed text not null,
  created_at timestamptz not null default app_now(),
  retired_at timestamptz
);

create table tickets (
  -- 128 random bits: unguessable, and what a code carries.
  id uuid primary key,
  event_id uuid not null,
  type_id uuid not null,
  order_id uuid,
  -- What a doorman types: 8 Crockford base32 characters, the last one a check.
  number text not null check (number ~ '^[0-9A-HJKMNP-TV-Z]{8}$'),
  kind text not null check (kind in ('paid', 'free', 'courtesy', 'in_person')),
  state text not null default 'valid' check (state in ('valid', 'used', 'refunded', 'cancelled', 'expired', 'suspended')),
  payer_id uuid not null,
  holder_id uuid not null,
  price_cents bigint not null check (price_cents >= 0),
  fee_cents bigint not null check (fee_cents >= 0),
  -- Place within its order, from 1.
  position int not null default 1,
  -- Changes on transfer and re-issue, so that the old code dies.
  epoch int not null default 1 check (epoch >= 1 and epoch <= 255),
  key_id smallint not null,
  -- sha256 of the text of the current code; the door compares this and nothing slower.
  code_hash bytea not null,
  used_at timestamptz,
  -- A person who is never deleted, and whom the door has just read: a foreign key would lock their row at every scan.
  used_by uuid,
  -- How often it was sent again since `resends_since`: three an hour at most (rule R11.6).
  resends int not null default 0,
  resends_since timestamptz,
  created_at timestamptz not null default app_now(),
  -- Three at most (rules.md, R11).
  transfers int not null default 0 check (transfers >= 0 and transfers <= 3),
  -- Of a courtesy and of what was sold in person: these have no order.
  issuance_id uuid,
  -- A courtesy or sale in person leaves the figures then.
  cancelled_at timestamptz,
  constraint tickets_event_id_number_key unique (event_id, number),
  constraint tickets_check check ((state = 'used') = (used_at is not null)),
  constraint tickets_cancelled check ((state = 'cancelled') = (cancelled_at is not null))
) with (fillfactor = 85);
create index tickets_holder on tickets (holder_id, created_at desc);
-- An order's tickets are issued once: a second issue breaks here and is rolled back.
create unique index tickets_order on tickets (order_id, position) where order_id is not null;
create unique index tickets_issuance on tickets (issuance_id, position) where issuance_id is not null;
-- What came since a mark, by indexes of ranges, which cost a sale next to nothing.
create index tickets_created_at on tickets using brin (created_at) with (pages_per_range='16', autosummarize='on');
create index tickets_cancelled_at on tickets (cancelled_at) where cancelled_at is not null;
alter table deliveries add constraint deliveries_ticket_id_fkey foreign key (ticket_id) references tickets;

-- Events whose unused tickets have expired.
create table expired_events (
  event_id uuid primary key references events,
  tickets_count int not null,
  at timestamptz not null default app_now()
);

create table ticket_transfers (
  id uuid primary key,
  ticket_id uuid not null references tickets,
  from_id uuid not null references users,
  to_id uuid not null references users,
  -- The ticket's epoch from this transfer on.
  epoch int not null,
  created_at timestamptz not null default app_now(),
  constraint ticket_transfers_ticket_id_epoch_key unique (ticket_id, epoch),
  constraint ticket_transfers_check check (to_id <> from_id)
);
create index ticket_transfers_from on ticket_transfers (from_id, created_at);
create index ticket_transfers_created_at on ticket_transfers using brin (created_at) with (pages_per_range='16', autosummarize='on');

-- ── payments ────────────────────────────────────────────────────

-- Checkouts made at the provider: one per order and attempt.
create table provider_checkouts (
  order_id uuid not null,
  attempt int not null,
  provider_checkout_id text not null,
  url text not null,
  -- Whose account it collects for; a company may connect another one later.
  collector_id text not null,
  expires_at timestamptz not null,
  -- When it was closed at the provider before its end, because the order was replaced.
  closed_at timestamptz,
  -- When the order is next looked up at the provider without a notification; null when there is nothing left to learn.
  next_check_at timestamptz,
  checks int not null default 0,
  created_at timestamptz not null default app_now(),
  leased_by uuid,
  primary key (order_id, attempt)
);
create index provider_checkouts_due on provider_checkouts (next_check_at) where next_check_at is not null;
create index provider_checkouts_open on provider_checkouts (expires_at) where closed_at is null;

-- One row per payment that the provider reported; `last_updated_at` is the provider's and guards order (invariant M3).
create table payments (
  id uuid primary key,
  order_id uuid not null,
  provider text not null default 'mercado_pago',
  provider_payment_id text not null,
  status text not null check (status in ('created', 'pending', 'approved', 'rejected', 'cancelled', 'refunded', 'charged_back')),
  status_detail text,
  amount_cents bigint not null,
  currency text not null,
  provider_fee_cents bigint not null default 0,
  refunded_cents bigint not null default 0,
  method text,
  is_applied boolean not null default false,
  approved_at timestamptz,
  last_updated_at timestamptz not null,
  created_at timestamptz not null default app_now(),
  -- Whose account a payment reached; a company may have had several. Null while it is unknown.
  collector_id text,
  -- When the provider lets the seller use a payment's money, as it last said. Null in rows of the version before, and where it says
  -- nothing: those count as without a date.
  releases_at timestamptz,
  constraint payments_provider_provider_payment_id_key unique (provider, provider_payment_id),
  constraint payments_check check (refunded_cents >= 0 and refunded_cents <= amount_cents)
);
create index payments_order on payments (order_id);
-- An order is paid once: a second approved payment is refunded, never applied.
create unique index payments_one_applied on payments (order_id) where is_applied;
-- When an account was last paid; read before the tokens of an account that stopped selling are renewed or erased.
create index payments_by_account on payments (collector_id, approved_at) where approved_at is not null;

-- Notifications as they came; the job that applies them always asks the provider.
create table provider_notifications (
  id uuid primary key,
  provider text not null default 'mercado_pago',
  notification_id text not null,
  topic text not null,
  resource_id text not null,
  -- From the address that we gave the provider for this order; a hint like all the rest.
  order_public_id text,
  is_signed boolean not null,
  collector_id text,
  received_at timestamptz not null default app_now(),
  handled_at timestamptz,
  outcome text,
  attempts int not null default 0,
  next_attempt_at timestamptz not null default app_now(),
  leased_by uuid,
  last_error text,
  constraint provider_notifications_provider_notification_id_key unique (provider, notification_id)
);
create index provider_notifications_age on provider_notifications (received_at);
create index provider_notifications_due on provider_notifications (next_attempt_at) where handled_at is null;

-- What an account at the provider changed lately is looked through now and then: until when it was, and when it is next. One row
-- per account that has a token; no foreign key, because the account's module does not wait for this one.
create table collector_searches (
  account_id uuid primary key,
  company_id uuid not null,
  collector_id text not null,
  searched_until timestamptz not null,
  -- When it was last read again from two days ago on.
  looked_back_at timestamptz not null default app_now(),
  next_attempt_at timestamptz not null default app_now(),
  attempts int not null default 0,
  leased_by uuid,
  last_error text
);
create index collector_searches_due on collector_searches (next_attempt_at);

create table refunds (
  id uuid primary key,
  order_id uuid not null,
  payment_id uuid not null references payments,
  ticket_id uuid,
  amount_cents bigint not null check (amount_cents > 0),
  state text not null check (state in ('requested', 'approved', 'processing', 'completed', 'failed', 'rejected', 'external')),
  source text not null check (source in ('buyer_regret', 'organizer', 'event_cancelled', 'rescheduled', 'god_mass', 'late_payment', 'wrong_payment', 'chargeback')),
  reason text,
  requested_by uuid references users,
  -- Stored before the provider is called, so that a repeated call refunds once.
  provider_key text not null unique,
  provider_refund_id text,
  attempts int not null default 0,
  next_attempt_at timestamptz not null default app_now(),
  last_error text,
  created_at timestamptz not null default app_now(),
  completed_at timestamptz,
  leased_by uuid,
  event_id uuid references events,
  mass_refund_id uuid,
  -- The ticket ends with it; a part of its money leaves the ticket as it is, unless it was asked for.
  ends_ticket boolean not null default false,
  -- When it was given up or not needed any more.
  ended_at timestamptz,
  -- Since when the seller's balance does not cover it.
  unfunded_since timestamptz,
  -- Since when it is made and its readers were not mailed: one mail for all of a purchase.
  mail_due_since timestamptz
);
create index refunds_mail_due on refunds (mail_due_since) where mail_due_since is not null;
create index refunds_order on refunds (order_id);
create index refunds_payment on refunds (payment_id);
create index refunds_due on refunds (next_attempt_at) where state in ('approved', 'processing');
-- Money that bought nothing goes back once.
create unique index refunds_one_automatic on refunds (payment_id) where source in ('late_payment', 'wrong_payment');
create index refunds_ticket on refunds (ticket_id) where ticket_id is not null;
create index refunds_event on refunds (event_id, id desc);
create index refunds_mass on refunds (mass_refund_id, id) where mass_refund_id is not null;
create index refunds_unfunded on refunds (unfunded_since) where unfunded_since is not null;
create index refunds_made on refunds (completed_at) where state in ('completed', 'external');
-- Few: an organizer's screens count them at each look.
create index refunds_failed on refunds (event_id) where state = 'failed';
create index refunds_chargebacks on refunds (id) where source = 'chargeback' and state = 'external';
create index refunds_regretted_in_vain on refunds (order_id) where source = 'buyer_regret' and (state in ('failed', 'rejected'));
create trigger refunds_name_event before insert on refunds for each row execute function refunds_name_event();
alter table ledger_entries add constraint ledger_entries_refund_id_fkey foreign key (refund_id) references refunds;

-- ── checkout ────────────────────────────────────────────────────

-- The number of a purchase: seven random letters of Crockford's base 32 and the check letter of ticket-number.ts. A number that is
-- taken is passed over; two orders that draw one at the same moment, one in 34,000 millions, are kept apart by the index.
create function new_order_number() returns text
language plpgsql volatile
set enable_seqscan = off
as $$
declare
  letters constant text := '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  bytes bytea;
  letter int;
  state int;
  drawn text;
begin
  loop
    -- These bytes of a random uuid are all random.
    bytes := uuid_send(gen_random_uuid());
    drawn := '';
    state := 0;
    for place in 9..15 loop
      letter := get_byte(bytes, place) & 31;
      state := (state # letter) << 1;
      if state > 31 then
        state := state # 37;
      end if;
      drawn := drawn || substr(letters, letter + 1, 1);
    end loop;
    drawn := drawn || substr(letters, state + 1, 1);
    exit when not exists (select from orders o where o.number = drawn);
  end loop;
  return drawn;
end
$$;

-- The hold is the order: `reserved` and `pending_payment` hold stock until `held_until`.
create table orders (
  id uuid primary key,
  public_id text not null unique,
  number text not null default new_order_number() unique,
  event_id uuid not null,
  company_id uuid not null,
  buyer_id uuid not null,
  state text not null check (state in ('reserved', 'pending_payment', 'paid', 'partially_refunded', 'refunded', 'expired', 'cancelled', 'failed', 'in_dispute')),
  held_until timestamptz,
  -- Whether a rejected payment already lengthened the hold once.
  is_hold_extended boolean not null default false,
  subtotal_cents bigint not null check (subtotal_cents >= 0),
  fee_cents bigint not null check (fee_cents >= 0),
  total_cents bigint not null,
  paid_cents bigint not null default 0 check (paid_cents >= 0),
  refunded_cents bigint not null default 0,
  tickets_count int not null,
  drinks_count int not null default 0 check (drinks_count >= 0),
  platform text not null default 'web',
  referral_code text,
  promoter_id uuid references users,
  -- The caller's key; an order made without one has a random key.
  idempotency_key text not null default gen_random_uuid(),
  request_hash bytea not null default '\x',
  created_at timestamptz not null default app_now(),
  paid_at timestamptz,
  ended_at timestamptz,
  -- The browser's user agent, or the caller's address if it sends none: `ip …`.
  device text,
  -- Neither the buyer's mail nor their phone was verified when it was made.
  is_unproved boolean not null default false,
  -- It replaced a hold that was about to end, and got five minutes for it: once in a row of holds.
  is_hold_renewed boolean not null default false,
  -- When the provider last answered about an order that was sent to pay and whose hold was over.
  asked_at timestamptz,
  -- What of the fee the company bears; `fee_cents` is what the buyer pays over the price.
  absorbed_fee_cents bigint not null default 0 check (absorbed_fee_cents >= 0),
  discount_code_id uuid,
  discount_code text,
  discount_cents bigint not null default 0 check (discount_cents >= 0),
  -- Its places had been offered: when it lapses, its buyer does not wait for that.
  is_offered boolean not null default false,
  -- What the buyer was sold: when and where the event was as the order was placed. Null: not known.
  sold_starts_at timestamptz,
  sold_venue text,
  sold_address text,
  sold_city text,
  sold_province text,
  -- The ticket that it adds drinks to: such an order has no tickets of its own.
  ticket_id uuid,
  -- Of an order without a session: the name that was typed. It stays when the order joins an account.
  guest_name text,
  -- Its mail, masked: where its tickets went, said alike before and after it joins an account.
  guest_sent_to text,
  -- Of an order without a session: a keyed hash of the device and the caller's key. It stays when the order joins an account.
  guest_key bytea,
  constraint orders_sells check (case when ticket_id is null then tickets_count > 0 else tickets_count = 0 and drinks_count > 0 end),
  constraint orders_check check (total_cents = (subtotal_cents + fee_cents)),
  constraint orders_check2 check (refunded_cents >= 0 and refunded_cents <= paid_cents)
);
-- Also finds a buyer's orders: people have few.
create unique index orders_idempotency on orders (buyer_id, idempotency_key);
create unique index orders_guest_key on orders (guest_key) where guest_key is not null;
create unique index orders_one_unpaid on orders (buyer_id, event_id) where state in ('reserved', 'pending_payment') and ticket_id is null;
create unique index orders_one_unpaid_of_ticket on orders (buyer_id, ticket_id) where state in ('reserved', 'pending_payment') and ticket_id is not null;
create index orders_of_ticket on orders (ticket_id) where ticket_id is not null;
create index orders_of_drinks on orders (event_id) where ticket_id is not null;
-- «not null» keeps it from serving look-ups by state alone.
create index orders_held on orders (held_until) where (state in ('reserved', 'pending_payment')) and held_until is not null;
create index orders_event on orders (event_id, id);
-- What promoters sold: they read it by themselves, and their settlements by code.
create index orders_promoter on orders (promoter_id, event_id) where promoter_id is not null;
create index orders_referral on orders (referral_code) where referral_code is not null;
-- What a device had free of charge in the last day, without a verified contact.
create index orders_device_free on orders (device, created_at) where is_unproved and total_cents = 0 and device is not null;
create index orders_device_unpaid on orders (device, event_id) where (state in ('reserved', 'pending_payment')) and device is not null;
-- How often a person used a code, and the orders that a code counts; orders without one are not in it.
create index orders_by_discount on orders (discount_code_id, buyer_id) where discount_code_id is not null;
-- What was paid and what went back lately; chargebacks, which count once they are lost.
create index orders_paid on orders (paid_at) where paid_cents > 0;
alter table provider_checkouts add constraint provider_checkouts_order_id_fkey foreign key (order_id) references orders;
alter table payments add constraint payments_order_id_fkey foreign key (order_id) references orders;
alter table refunds add constraint refunds_order_id_fkey foreign key (order_id) references orders;

create table order_lines (
  order_id uuid not null,
  type_id uuid not null,
  quantity int not null check (quantity > 0),
  unit_price_cents bigint not null check (unit_price_cents >= 0),
  unit_fee_cents bigint not null check (unit_fee_cents >= 0),
  unit_absorbed_fee_cents bigint not null default 0,
  unit_discount_cents bigint not null default 0 check (unit_discount_cents >= 0),
  primary key (order_id, type_id),
  constraint order_lines_check check (unit_absorbed_fee_cents >= 0 and unit_absorbed_fee_cents <= unit_price_cents)
);
create index order_lines_type on order_lines (type_id);

-- The contacts that orders without a session were placed with, as keyed hashes: limits by contact count here, whatever account an order
-- belongs to since. References as above.
create table guest_contacts (
  contact bytea not null,
  event_id uuid not null,
  order_id uuid not null,
  created_at timestamptz not null,
  primary key (contact, event_id, order_id)
);
create index guest_contacts_order on guest_contacts (order_id);
create index guest_contacts_age on guest_contacts (created_at);

-- ── refunds ─────────────────────────────────────────────────────

-- Everything that one person gives back at once, of one event.
create table mass_refunds (
  id uuid primary key,
  event_id uuid not null references events,
  requested_by uuid not null references users,
  source text not null check (source in ('god_mass', 'event_cancelled', 'organizer')),
  reason text not null,
  -- preparing: its tickets are recorded, a few hundred at a time; running: their refunds are requested at a limited rate;
  -- stopping: the refunds not requested yet are dropped.
  state text not null default 'preparing' check (state in ('preparing', 'running', 'paused', 'stopping', 'stopped', 'done')),
  -- The last order whose tickets were recorded; orders are processed by id.
  prepared_until uuid,
  prepared_at timestamptz,
  released_at timestamptz not null default app_now(),
  created_at timestamptz not null default app_now(),
  finished_at timestamptz,
  next_attempt_at timestamptz not null default app_now(),
  attempts int not null default 0,
  leased_by uuid,
  last_error text
);
create unique index mass_refunds_one_at_a_time on mass_refunds (event_id) where state in ('preparing', 'running', 'paused', 'stopping');
create index mass_refunds_due on mass_refunds (next_attempt_at) where state in ('preparing', 'running', 'stopping');
create index mass_refunds_newest on mass_refunds (created_at desc);
alter table refunds add constraint refunds_mass_refund_id_fkey foreign key (mass_refund_id) references mass_refunds;

-- What a session was shown last of a whole event's refund: within minutes it begins just that without its text being typed.
create table mass_refund_previews (
  session_id uuid primary key,
  event_id uuid not null references events,
  count int not null,
  amount_cents bigint not null,
  shown_at timestamptz not null default app_now()
);

-- ── box-office ──────────────────────────────────────────────────

-- Tickets that a person made by hand, all of one type and for one person: courtesies, or sold in person.
create table issuances (
  id uuid primary key,
  event_id uuid not null references events,
  type_id uuid not null references ticket_types,
  kind text not null check (kind in ('courtesy', 'in_person')),
  quantity int not null check (quantity > 0),
  -- Of one ticket; courtesies cost nothing.
  price_cents bigint not null check (price_cents >= 0),
  made_by uuid not null references users,
  -- Of the promoter who gave or sold it; null where the organizer did.
  promo_id uuid references promos,
  -- The recipient's phone under a key of ours: a promoter gives one courtesy of a type to each.
  recipient_mac bytea,
  -- The recipient's mailbox likewise, however the mail was spelled.
  recipient_mail_mac bytea,
  -- What the issuer knows of the person: as they typed them, or what a promoter found them by. Lists show this and never the account's.
  recipient_name text,
  recipient_mail text,
  recipient_phone text,
  created_at timestamptz not null default app_now(),
  constraint issuances_price check ((kind = 'in_person') = (price_cents > 0))
);
create index issuances_event on issuances (event_id, id);
create index issuances_promo on issuances (promo_id, id) where promo_id is not null;
create index issuances_recipient on issuances (event_id, recipient_mac) where recipient_mac is not null;
alter table tickets add constraint tickets_issuance_id_fkey foreign key (issuance_id) references issuances;

-- ── receipts ────────────────────────────────────────────────────

-- Receipts that are mailed and invoices that are asked for, a row for each paid order (and each refund of one), made by a
-- sweep: a payment writes nothing here. Orders that were paid before are left alone.
create table receipt_progress (
  is_only boolean default true primary key check (is_only),
  looked_until timestamptz not null
);
insert into receipt_progress (looked_until) values (app_now());

create table receipt_mails (
  order_id uuid primary key references orders,
  state text not null default 'queued' check (state in ('queued', 'sent', 'failed')),
  attempts int not null default 0,
  next_attempt_at timestamptz not null default app_now(),
  leased_by uuid,
  last_error text,
  created_at timestamptz not null default app_now(),
  sent_at timestamptz
);
create index receipt_mails_due on receipt_mails (next_attempt_at) where state = 'queued';

create table invoices (
  -- The order's for its sale, the refund's for a refund.
  id uuid primary key,
  order_id uuid not null references orders,
  refund_id uuid references refunds,
  state text not null default 'queued' check (state in ('queued', 'none', 'issued')),
  number text,
  url text,
  attempts int not null default 0,
  next_attempt_at timestamptz not null default app_now(),
  leased_by uuid,
  last_error text,
  created_at timestamptz not null default app_now(),
  settled_at timestamptz,
  constraint invoices_named_by_subject check (id = coalesce(refund_id, order_id)),
  constraint invoices_issued_have_number check ((state = 'issued') = (number is not null))
);
create index invoices_due on invoices (next_attempt_at) where state = 'queued';
create index invoices_of_order on invoices (order_id);

-- The platform's operator as configured by the environment: one row per version, never changed, so that receipts keep the
-- version in force when their order was paid. Null was not configured.
create table platform_fiscal_data (
  id uuid primary key,
  legal_name text,
  cuit text,
  vat_condition text,
  address text,
  applies_from timestamptz not null default app_now()
);
create index platform_fiscal_data_newest on platform_fiscal_data (applies_from desc);

-- ── regrets ─────────────────────────────────────────────────────

-- The Botón de Arrepentimiento: a buyer's withdrawal, and the purchases that it may be about.
create table regrets (
  id uuid primary key,
  code text not null unique check (code ~ '^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$'),
  -- As they were typed; forgotten half a year after it is done.
  order_number text,
  contact text,
  state text not null default 'received' check (state in ('received', 'with_person', 'done')),
  submitted_at timestamptz not null default app_now(),
  -- Its purchases were looked for, and their buyers written to.
  looked_up_at timestamptz,
  handed_over_at timestamptz,
  -- When the last of its purchases was decided.
  done_at timestamptz,
  -- What a regret without any purchase was answered.
  answer text,
  resolved_by uuid references users,
  team_notified_at timestamptz,
  deadline_notified_at timestamptz,
  -- The team is not notified yet that a refund of it failed.
  is_failure_untold boolean not null default false
);
create index regrets_open on regrets (submitted_at) where state <> 'done';
create index regrets_newest on regrets (submitted_at desc);
-- Answers that one mailbox was sent; what was typed and is to be forgotten.
create index regrets_contact on regrets (lower(contact)) where contact is not null;
create index regrets_typed on regrets (done_at) where order_number is not null or contact is not null;

create table regret_orders (
  regret_id uuid not null references regrets on delete cascade,
  order_id uuid not null references orders,
  -- Each purchase has a state and an answer of its own; the regret's state follows from those of all its purchases.
  state text not null default 'received' check (state in ('received', 'with_person', 'done')),
  outcome text not null default 'open' check (outcome in ('open', 'refunding', 'with_person', 'refused')),
  -- When its own buyer confirmed by the link of their mail.
  proved_at timestamptz,
  done_at timestamptz,
  answer text,
  -- The event's start when the purchase was added: a later change does not shorten the time to regret it.
  event_start timestamptz,
  -- A member of the team added the purchase by its number; the data that the buyer typed did not match it.
  is_named boolean not null default false,
  -- Refunds requested for it that have not failed; the reason of the last failure.
  refund_ids uuid[] not null default '{}',
  failure text,
  primary key (regret_id, order_id)
);
create index regret_orders_order on regret_orders (order_id);

-- ── notices ─────────────────────────────────────────────────────

-- Notices to the holders and payers of an event: that it was cancelled or rescheduled. People who bought before `changed_at`
-- may take their money back until `refundable_until`.
create table event_notices (
  id uuid primary key,
  event_id uuid not null references events,
  kind text not null check (kind in ('cancelled', 'moved', 'reminder')),
  night date,
  before jsonb,
  after jsonb,
  changed_at timestamptz,
  refundable_until timestamptz,
  started_by uuid references users,
  created_at timestamptz not null default app_now(),
  constraint event_notices_moved check (case kind
    when 'moved' then num_nulls(before, after, changed_at, refundable_until) = 0
    else num_nonnulls(before, after, changed_at, refundable_until) = 0
end),
  constraint event_notices_night check ((kind = 'reminder') = (night is not null))
);
create unique index event_notices_cancelled on event_notices (event_id) where kind = 'cancelled';
create unique index event_notices_reminder on event_notices (event_id, night) where kind = 'reminder';
create index event_notices_event on event_notices (event_id, created_at);
create index event_notices_starter on event_notices (started_by);

-- ── reminders ───────────────────────────────────────────────────

-- Reminders of an event that its organizer sent at once, and one for each person. A person gets one a day, whoever sends it.
create table reminder_sends (
  id uuid primary key,
  event_id uuid not null references events,
  sent_by uuid not null references users,
  created_at timestamptz not null default app_now()
);
create index reminder_sends_event on reminder_sends (event_id, created_at);
create table reminders (
  id uuid primary key,
  send_id uuid not null references reminder_sends,
  user_id uuid not null references users,
  day date not null,
  kind text not null check (kind in ('cash', 'expired', 'activation')),
  -- The order that it is about; null for an account's.
  order_id uuid references orders,
  is_queued boolean not null default false,
  constraint reminders_one_a_day unique (user_id, day),
  constraint reminders_order check ((order_id is null) = (kind = 'activation'))
);
create index reminders_day on reminders (day);
create index reminders_unqueued on reminders (send_id) where not is_queued;

-- ── settlement ──────────────────────────────────────────────────

-- The provider's books against the ledger: until when each account was compared, and what did not agree. One row per account that
-- has a token; no foreign key, because the account's module does not wait for this one.
create table settlement_checks (
  account_id uuid primary key,
  company_id uuid not null,
  collector_id text not null,
  checked_until timestamptz not null,
  -- When it was last read again from two days ago on.
  looked_back_at timestamptz not null default app_now(),
  -- When all was last looked at up to that moment.
  checked_at timestamptz,
  next_attempt_at timestamptz not null default app_now(),
  attempts int not null default 0,
  leased_by uuid,
  last_error text
);
create index settlement_checks_due on settlement_checks (next_attempt_at);
create index settlement_checks_company on settlement_checks (company_id);

-- One open row for each figure of a payment; closed when it agrees again.
create table settlement_differences (
  id bigint generated always as identity primary key,
  company_id uuid not null,
  collector_id text not null,
  provider_payment_id text not null,
  order_public_id text not null,
  what text not null check (what in ('charged', 'returned', 'platform', 'platform_returned', 'provider')),
  ledger_cents bigint not null,
  provider_cents bigint not null,
  found_at timestamptz not null default app_now(),
  closed_at timestamptz,
  constraint settlement_differences_check check (provider_cents <> ledger_cents)
);
create unique index settlement_differences_open on settlement_differences (provider_payment_id, what) where closed_at is null;
create index settlement_differences_company on settlement_differences (company_id) where closed_at is null;

-- ── scanning ────────────────────────────────────────────────────

-- Every attempt at a door, the failed ones too. No foreign keys: `scanning_admit` has just read the rows that it names, none
-- of them is ever deleted, and the checks would lock the event's and the scanner's row at every scan.
create table scans (
  id uuid primary key,
  event_id uuid not null,
  ticket_id uuid,
  epoch int,
  scanner_id uuid not null,
  -- `admitted`, or the failure code of section R13 of rules.md.
  result text not null,
  -- Why a ticket was inactive.
  reason text,
  via text not null check (via in ('qr', 'typed', 'search')),
  -- Given by the device: a repeated call is the same scan.
  nonce text,
  at timestamptz not null default app_now()
);
-- A call repeated n times counts once. A refusal does not use the nonce up: what is repeated is judged again, unless it was
-- admitted.
create unique index scans_nonce on scans (event_id, scanner_id, nonce, result) where nonce is not null;
-- At most one admission per ticket and epoch (invariant D1), behind the conditional update that decides.
create unique index scans_one_admission on scans (ticket_id, epoch) where result = 'admitted';
create index scans_event on scans (event_id, at desc);
-- Rows come in the order of their instants: an index of ranges costs a scan next to nothing.
create index scans_at on scans using brin (at) with (pages_per_range='16', autosummarize='on');

-- ── commissions ─────────────────────────────────────────────────

-- How far `commissions.accrue` went, as in `totals_mark`.
create table commission_mark (
  is_only boolean default true primary key check (is_only),
  ledger_id bigint not null default 0,
  scanned_until timestamptz not null default '1970-01-01 00:00:00+00',
  next_at timestamptz,
  next_ledger_id bigint,
  next_scanned_until timestamptz
);
insert into commission_mark default values;

-- Orders, and issuances that were sold in person, that a promoter made with themselves, as their contacts said when it was entered: they
-- earn nothing, whatever contacts change since.
create table own_sales (
  sale_id uuid primary key
);

-- What an organizer counted with a promoter of an event: proposed until the promoter confirms it, and only then in the ledger.
create table promoter_settlements (
  id uuid primary key,
  promo_id uuid not null references promos,
  state text not null check (state in ('proposed', 'confirmed', 'withdrawn')),
  -- What was due when it was made: commission that can be paid (below zero: paid too much) and cash in the promoter's hands.
  owed_cents bigint not null,
  cash_cents bigint not null,
  -- What changes hands: above zero the promoter hands it in, below zero the organizer pays it.
  counted_cents bigint not null,
  -- What it settles of the two.
  commission_cents bigint not null,
  handed_in_cents bigint not null,
  made_by uuid not null references users,
  created_at timestamptz not null default app_now(),
  ended_at timestamptz,
  constraint promoter_settlements_counted check (counted_cents = handed_in_cents - commission_cents),
  constraint promoter_settlements_settle check (commission_cents <> 0 or handed_in_cents <> 0),
  constraint promoter_settlements_ended check ((state = 'proposed') = (ended_at is null))
);
create unique index promoter_settlements_one_open on promoter_settlements (promo_id) where state = 'proposed';
create index promoter_settlements_promo on promoter_settlements (promo_id, id);

-- ── metrics ─────────────────────────────────────────────────────

-- What buyers of an event paid and who came in, counted up to a mark by `metrics.fold-totals`: a dashboard adds what came after
-- the mark, and never reads what was sold in years. All of it can be thrown away and counted again (`metrics_forget_totals`).
create table event_totals (
  event_id uuid primary key,
  scanned int not null default 0 check (scanned >= 0),
  -- With the service fee, whatever went back since.
  paid_cents bigint not null default 0
);

-- What an event sold, gave back and let in, in parts that screens read: by month, by hour, by quarter of an hour of its arrivals, by
-- type and by promoter. Counted up to the same mark from the ledger, tickets and scans; a part that has no subject has the
-- id of zeros, one without a time has the epoch. Signed: what is added of a stretch may be more given back than sold.
create table event_figures (
  event_id uuid not null,
  part text not null check (part in ('month', 'hour', 'quarter', 'type', 'promoter')),
  period timestamptz not null,
  subject_id uuid not null,
  -- Purchases that were paid and their tickets, as the settlement counts them, and what discount codes took off their price.
  sales int not null,
  tickets int not null,
  discount_cents bigint not null,
  paid_cents bigint not null,
  refunded_cents bigint not null,
  platform_cents bigint not null,
  provider_cents bigint not null,
  commission_cents bigint not null,
  cost_cents bigint not null,
  kept_cents bigint not null,
  -- Every ticket that was made, whatever became of it; courtesies and those sold in person are among them.
  issued int not null,
  courtesies int not null,
  in_person int not null,
  arrived int not null,
  primary key (event_id, part, period, subject_id)
);

-- Every holder and payer of an event's tickets, by event and by company: a list pages by these indexes and reads the tickets
-- of its own page alone. Filled up to the mark of `totals_mark` by `metrics.fold-totals`; readers add what came since.
create table circle_people (
  -- A company or an event.
  circle_id uuid not null,
  user_id uuid not null,
  -- The name by which it knows them (`box_office_known_name`), folded; kept the same by the trigger of `users`.
  folded text not null,
  -- The first ticket or purchase there.
  since timestamptz not null,
  primary key (circle_id, user_id)
);
create index circle_people_by_name on circle_people (circle_id, folded, user_id);
create index circle_people_by_age on circle_people (circle_id, since, user_id);
-- Finds all that is one person's: a new name, an account that is joined to another.
create index circle_people_user on circle_people (user_id);
create index circle_people_by_words on circle_people using gin (circle_id, folded gin_trgm_ops);

-- One row. `ledger_id` and `scanned_until` are how far the totals go; the `next_*` are how far they may go once every
-- transaction that was under way at `next_at` has ended, because its rows have numbers and instants of before.
create table totals_mark (
  is_only boolean default true primary key check (is_only),
  ledger_id bigint not null default 0,
  scanned_until timestamptz not null default '1970-01-01 00:00:00+00',
  next_at timestamptz,
  next_ledger_id bigint,
  next_scanned_until timestamptz
);
insert into totals_mark default values;

-- ── people ──────────────────────────────────────────────────────

-- Look-ups by phone since `since`, and those without a match: ten a day for clients (rule R6.10), and many
-- misses mean that numbers are tried out (threat 4). One row that is counted up, so that parallel ones all count.
create table phone_searches (
  user_id uuid primary key references users,
  since timestamptz not null default app_now(),
  searches int not null default 1,
  misses int not null default 0
);

-- ── support ─────────────────────────────────────────────────────

-- What people write to us through the contact form, kept until it has left for the support's mailbox and after.
create table contact_messages (
  id uuid primary key,
  name text not null check (length(name) >= 2 and length(name) <= 100),
  mail text not null,
  topic text not null check (topic in ('tickets', 'refunds', 'account', 'organizers', 'other')),
  message text not null check (length(message) >= 10 and length(message) <= 4000),
  -- Who was signed in, if anybody was.
  user_id uuid references users,
  created_at timestamptz not null default app_now(),
  sent_at timestamptz
);
create index contact_messages_open on contact_messages (created_at) where sent_at is null;
-- For the look-up of one person's rows when their account is closed.
create index contact_messages_user on contact_messages (user_id) where user_id is not null;
create index contact_messages_mail on contact_messages (mail);

-- ── privacy ─────────────────────────────────────────────────────

create table account_deletions (
  id uuid primary key,
  user_id uuid not null references users,
  state text not null default 'pending' check (state in ('pending', 'cancelled', 'in_review', 'completed', 'rejected')),
  -- In the person's own words; forgotten when the account is.
  reason text check (length(reason) <= 500),
  -- Valid tickets that the person saw and gave up with the request.
  tickets_count int not null default 0 check (tickets_count >= 0),
  requested_at timestamptz not null default app_now(),
  -- The fifth working day, in Buenos Aires.
  due_on date not null,
  reviewed_at timestamptz,
  -- From here on the account is closed and what is left is done by a job, step by step.
  approved_at timestamptz,
  resolved_by uuid references users,
  rejection_reason text check (length(rejection_reason) >= 10 and length(rejection_reason) <= 500),
  ended_at timestamptz,
  -- Name, mails and phones of the closed account, sealed: what the steps look for and where the last mail goes. Null once
  -- that has left.
  farewell_sealed text,
  attempts int not null default 0,
  next_attempt_at timestamptz not null default app_now(),
  leased_by uuid,
  last_error text,
  steps_taken text[] not null default '{}',
  constraint account_deletions_check check ((state = 'rejected') = (rejection_reason is not null)),
  constraint account_deletions_check1 check (approved_at is null or (state in ('in_review', 'completed'))),
  constraint account_deletions_check2 check ((ended_at is null) = (state in ('pending', 'in_review')))
);
create unique index account_deletions_one_open on account_deletions (user_id) where state in ('pending', 'in_review');
create index account_deletions_user on account_deletions (user_id, requested_at desc);
create index account_deletions_due on account_deletions (due_on, id);
create index account_deletions_open on account_deletions (due_on) where state in ('pending', 'in_review');
create index account_deletions_farewell on account_deletions (ended_at) where farewell_sealed is not null;

create table data_exports (
  id uuid primary key,
  user_id uuid not null references users,
  state text not null default 'queued' check (state in ('queued', 'running', 'ready', 'expired', 'failed')),
  -- Per cent.
  progress int not null default 0 check (progress >= 0 and progress <= 100),
  requested_at timestamptz not null default app_now(),
  ready_at timestamptz,
  -- When its file is deleted.
  expires_at timestamptz,
  size_bytes bigint,
  constraint data_exports_check check ((state in ('ready', 'expired')) = (ready_at is not null))
);
create unique index data_exports_one_at_work on data_exports (user_id) where state in ('queued', 'running');
create index data_exports_user on data_exports (user_id, requested_at desc);
create index data_exports_ready on data_exports (expires_at) where state = 'ready';

-- ── commercials ─────────────────────────────────────────────────

-- What an event costs its company. Its money is in the ledger: a changed or removed cost is taken back there by an entry the other way.
create table event_costs (
  id uuid primary key,
  event_id uuid not null references events,
  cost_type text not null check (length(cost_type) >= 2 and length(cost_type) <= 60),
  amount_cents bigint not null check (amount_cents > 0 and amount_cents % 100 = 0),
  -- Grows with each change.
  version int not null default 1 check (version >= 1),
  position int not null check (position >= 1),
  created_at timestamptz not null default app_now(),
  removed_at timestamptz
);
create index event_costs_of_event on event_costs (event_id, position) where removed_at is null;
alter table ledger_entries add constraint ledger_entries_cost_id_fkey foreign key (cost_id) references event_costs;
