-- no-transaction
-- Types that somebody waits for or was offered places of: next to nothing, so that a batch of orders that has none of them knows so by one look.
create index concurrently if not exists ticket_stock_waited on ticket_stock (event_id) where wanted > 0 or offered > 0;
drop index concurrently if exists ticket_stock_wanted;
