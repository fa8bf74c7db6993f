-- no-transaction: notifications come while it is built.
create index concurrently if not exists provider_notifications_due on provider_notifications (next_attempt_at)
  where handled_at is null;
