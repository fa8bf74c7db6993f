-- no-transaction
-- Moves that nobody was told of yet.
create index concurrently if not exists event_changes_unnoticed on event_changes (changed_at) where noticed_at is null;
