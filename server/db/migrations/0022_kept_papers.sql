-- Papers that were drawn once and are kept as files under a hash of all that they print.
create table kept_papers (
  key text primary key,
  kind text not null,
  owner_id uuid not null references users,
  -- Tickets or the order that it is about.
  subjects uuid[] not null,
  size_bytes int not null,
  made_at timestamptz not null default app_now(),
  -- Its file goes with the next sweep.
  is_dropped boolean not null default false
);
create index kept_papers_owner on kept_papers (owner_id);
create index kept_papers_subjects on kept_papers using gin (subjects);
