-- Notifications are their own queue: whoever applies them claims many in one statement, and no job is added for each. Open
-- ones of the version before are due at once; its jobs then find them handled.
alter table provider_notifications
  add column attempts int not null default 0,
  add column next_attempt_at timestamptz not null default app_now();
