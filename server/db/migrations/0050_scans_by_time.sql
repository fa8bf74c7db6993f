-- no-transaction: doors are open meanwhile.
-- Rows come in the order of their instants: an index of ranges costs a scan next to nothing.
create index concurrently if not exists scans_at on scans using brin (at) with (pages_per_range = 16, autosummarize = on);
