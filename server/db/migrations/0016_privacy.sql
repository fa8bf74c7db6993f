-- People who ask that their account be deleted, and people who take their data with them (Ley 25.326).

-- The request is the person's; who decides is legal or a god admin (behaviour.md §15).

create table account_deletions (
  id uuid primary key,
  user_id uuid not null references users,
  state text not null default 'pending' check (state in ('pending', 'cancelled', 'in_review', 'completed', 'rejected')),
  -- In the person's own words; forgotten when the account is.
  reason text check (length(reason) <= 500),
  -- Valid tickets that the person saw and gave up when they asked.
  tickets_count int not null default 0 check (tickets_count >= 0),
  requested_at timestamptz not null default app_now(),
  -- The fifth working day, in Buenos Aires.
  due_on date not null,
  reviewed_at timestamptz,
  -- From here on the account is closed and what is left is done by a job, step by step.
  approved_at timestamptz,
  steps_done int not null default 0,
  resolved_by uuid references users,
  rejection_reason text check (length(rejection_reason) between 10 and 500),
  ended_at timestamptz,
  -- Name, mails and phones of the closed account, sealed: what the steps look for and where the last mail goes. Null once
  -- that has left.
  farewell_sealed text,
  check ((state = 'rejected') = (rejection_reason is not null)),
  check (approved_at is null or state in ('in_review', 'completed')),
  check ((ended_at is null) = (state in ('pending', 'in_review')))
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
  progress int not null default 0 check (progress between 0 and 100),
  requested_at timestamptz not null default app_now(),
  ready_at timestamptz,
  -- When its file is deleted.
  expires_at timestamptz,
  size_bytes bigint,
  check ((state in ('ready', 'expired')) = (ready_at is not null))
);
create unique index data_exports_one_at_work on data_exports (user_id) where state in ('queued', 'running');
create index data_exports_user on data_exports (user_id, requested_at desc);
create index data_exports_ready on data_exports (expires_at) where state = 'ready';

-- What is asked of one person's rows when they leave.
create index contact_messages_user on contact_messages (user_id) where user_id is not null;
create index contact_messages_mail on contact_messages (mail);
