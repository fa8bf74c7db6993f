-- Companies, their people and payment account; events, their types, their staff, their pictures.

create table companies (
  id uuid primary key,
  name text not null,
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  description text,
  image_id text,
  state text not null default 'pending' check (state in ('pending', 'approved', 'needs_changes', 'rejected', 'blocked')),
  legal_name text,
  cuit text,
  -- Commission of the marketplace over the price, in hundredths of a percent.
  commission_bps int not null default 0 check (commission_bps between 0 and 3000),
  created_at timestamptz not null default app_now(),
  search_text text not null generated always as (plain_text(name)) stored
);
create index companies_search on companies using gin (search_text gin_trgm_ops);

create table company_members (
  company_id uuid not null references companies,
  user_id uuid not null references users,
  role text not null check (role in ('owner', 'manager', 'finance')),
  created_at timestamptz not null default app_now(),
  primary key (company_id, user_id),
  unique (user_id)
);

create table payment_accounts (
  company_id uuid primary key references companies,
  provider text not null default 'mercado_pago' check (provider = 'mercado_pago'),
  state text not null check (state in ('connected', 'refresh_failed', 'disconnected')),
  collector_id text not null,
  nickname text,
  -- Sealed with the vault; never leave the server.
  access_token_sealed text,
  refresh_token_sealed text,
  token_expires_at timestamptz,
  connected_at timestamptz not null default app_now()
);

create table images (
  -- sha256 of the re-encoded original (the master in the private file store), hex.
  id text primary key check (id ~ '^[0-9a-f]{64}$'),
  width int not null,
  height int not null,
  has_avif boolean not null default false,
  created_at timestamptz not null default app_now()
);

create table categories (
  id int primary key,
  name text not null unique,
  position int not null
);
insert into categories (id, name, position) values
  (1, 'Electrónica', 1), (2, 'Recitales', 2), (3, 'Fiestas', 3), (4, 'Teatro', 4), (5, 'Stand up', 5),
  (6, 'Folklore y peñas', 6), (7, 'Festivales', 7), (8, 'Deportes', 8), (9, 'Ferias', 9), (10, 'Otros', 10);

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
  lat double precision,
  lng double precision,
  starts_at timestamptz,
  ends_at timestamptz,
  state text not null default 'pending' check (state in ('pending', 'active', 'inactive', 'success', 'cancelled')),
  is_private boolean not null default false,
  minimum_age int check (minimum_age between 0 and 99),
  forbids_minors boolean not null default false,
  admission_conditions text,
  order_limit int not null default 10 check (order_limit between 1 and 10),
  person_limit int not null default 20 check (person_limit between 1 and 100),
  hold_minutes int not null default 15 check (hold_minutes between 5 and 60),
  service_fee_bps int not null default 1000 check (service_fee_bps between 0 and 3000),
  accepts_cash boolean not null default false,
  courtesy_limit int not null default 100 check (courtesy_limit >= 0),
  flyer_id text references images,
  published_at timestamptz,
  created_at timestamptz not null default app_now(),
  -- When it counts as past: its end, or one day after its start when there is none (product.md §4); null never does. By
  -- the clock of UTC, because a stored column may not depend on a session's time zone.
  expires_at timestamptz generated always as
    (coalesce(ends_at, ((starts_at at time zone 'UTC') + interval '1 day') at time zone 'UTC')) stored,
  -- Cheapest listed type, kept beside the types by the module that writes both: lists order and filter by it.
  price_from_cents bigint,
  -- What lists order and search by, written out once: folding accents for every row of every list would be slow.
  plain_name text not null generated always as (plain_text(name)) stored,
  search_text text not null generated always as (plain_text(name || ' ' || venue_name || ' ' || city)) stored,
  check (ends_at is null or starts_at is not null),
  check (ends_at > starts_at)
);
create index events_company on events (company_id, starts_at);
-- Carries what lists judge by, so that choosing and counting read the index alone.
create index events_public on events (starts_at, id) include (state, expires_at)
  where not is_private and state in ('active', 'success');
create index events_search on events using gin (search_text gin_trgm_ops);

-- The rule of events.expires_at, for rows at hand.
create function is_event_expired(starts_at timestamptz, ends_at timestamptz) returns boolean
language sql stable parallel safe as $$
  select coalesce(app_now() > coalesce(ends_at, starts_at + interval '1 day'), false)
$$;

-- What changed of an event's date or place after its first sale: holders are told, and each payer may ask for a full
-- refund until `refundable_until` (behaviour.md §4).
create table event_changes (
  id uuid primary key,
  event_id uuid not null references events,
  before jsonb not null,
  after jsonb not null,
  changed_by uuid references users,
  changed_at timestamptz not null default app_now(),
  refundable_until timestamptz not null,
  noticed_at timestamptz
);
create index event_changes_event on event_changes (event_id, changed_at);

-- The pinned events of the landing, in order.
create table pinned_events (
  position int primary key check (position between 1 and 3),
  event_id uuid not null unique references events
);

create table ticket_types (
  id uuid primary key,
  event_id uuid not null references events,
  name text not null,
  description text,
  price_cents bigint not null check (price_cents >= 0 and price_cents % 100 = 0),
  visibility text not null default 'visible' check (visibility in ('visible', 'hidden', 'courtesy')),
  sale_starts_at timestamptz,
  sale_ends_at timestamptz,
  valid_until timestamptz,
  per_person_limit int check (per_person_limit > 0),
  -- The type's number inside the codes of this event: given once, never changed, never reused.
  position int not null check (position between 0 and 255),
  -- Place in the list, which the organizer may change.
  place int not null default 0,
  removed_at timestamptz,
  created_at timestamptz not null default app_now(),
  unique (event_id, position)
);

create table event_staff (
  event_id uuid not null references events,
  user_id uuid not null references users,
  kind text not null check (kind in ('RRPP', 'SCANNER', 'COMERCIAL')),
  can_scan boolean not null default true,
  created_at timestamptz not null default app_now(),
  primary key (event_id, user_id, kind)
);
create index event_staff_user on event_staff (user_id, kind);

-- Referral codes of promoters: random, case-insensitive (kept upper case).
create table referral_codes (
  code text primary key check (code = upper(code)),
  event_id uuid not null references events,
  promoter_id uuid not null references users,
  created_at timestamptz not null default app_now(),
  unique (event_id, promoter_id)
);
