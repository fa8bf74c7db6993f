-- People as those who work with them see them: the lists' order, and how often somebody asked whose a phone is.

-- Administrators page through everybody by name. Searching by a part of it has its own index (users_name).
create index users_by_name on users (plain_text(name), id) where state <> 'deleted';
create index users_by_age on users (created_at, id) where state <> 'deleted';

-- Look-ups by phone since `since`, and those that found nobody: ten a day for clients (permissions.md row 10), and many
-- misses are somebody trying numbers out (threat 4). One row that is counted up, so that parallel ones all count.
create table phone_searches (
  user_id uuid primary key references users,
  since timestamptz not null default app_now(),
  searches int not null default 1,
  misses int not null default 0
);
