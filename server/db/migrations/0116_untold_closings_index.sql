-- no-transaction
-- Next to nothing: only entries of the last moments are in it.
create index concurrently if not exists waiting_list_entries_untold on waiting_list_entries (event_id) where is_untold;
alter table waiting_list_entries validate constraint waiting_list_entries_untold;
