-- no-transaction: sales go on meanwhile.
-- What came since a mark, by indexes of ranges, which cost a sale next to nothing.
create index concurrently if not exists tickets_created_at on tickets using brin (created_at) with (pages_per_range = 16, autosummarize = on);
create index concurrently if not exists ticket_transfers_created_at on ticket_transfers using brin (created_at) with (pages_per_range = 16, autosummarize = on);
