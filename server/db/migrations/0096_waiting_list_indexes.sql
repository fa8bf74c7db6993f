-- no-transaction
-- Next to nothing: only types that somebody waits for are in it.
create index concurrently if not exists ticket_stock_wanted on ticket_stock (event_id) where wanted > 0;
alter table ticket_stock validate constraint ticket_stock_offers_are_held;
