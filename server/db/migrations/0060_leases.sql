-- Who holds a piece of work: a name of each claim, so that one which outlived its lease settles nothing of the next.
alter table deliveries add column leased_by uuid;
alter table refunds add column leased_by uuid;
alter table provider_checkouts add column leased_by uuid;
alter table provider_notifications add column leased_by uuid, add column last_error text;
-- `due_at` is when a lease ends, too. Workers of the version before still say `leased_until`.
alter table clock_jobs drop constraint clock_jobs_check;
-- Deletions are work like the others, and their steps are remembered by name. `steps_done` is the version before's.
alter table account_deletions
  add column attempts int not null default 0,
  add column next_attempt_at timestamptz not null default app_now(),
  add column leased_by uuid,
  add column last_error text,
  add column steps_taken text[] not null default '{}';
update account_deletions
   set steps_taken = (array['tickets', 'staff', 'company', 'messages', 'deliveries', 'searches', 'keys', 'downloads', 'picture',
                            'papers', 'devices'])[1:steps_done]
 where steps_done > 0;
