create table drinks (
  id uuid primary key,
  event_id uuid not null references events,
  name text not null check (length(name) between 2 and 80),
  description text not null default '' check (length(description) <= 500),
  price_cents bigint not null check (price_cents >= 0 and price_cents % 100 = 0),
  is_available boolean not null default true,
  position int not null check (position >= 1),
  image_id text references images,
  created_at timestamptz not null default app_now(),
  removed_at timestamptz
);
create index drinks_of_event on drinks (event_id, position) where removed_at is null;
create index drinks_image on drinks (image_id) where image_id is not null;
