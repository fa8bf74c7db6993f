-- What the payments' jobs and every notification ask for, by keys of its own: without them each asks the whole table.
create index payment_accounts_collector on payment_accounts (collector_id);
create index provider_checkouts_open on provider_checkouts (expires_at) where closed_at is null;
-- Nobody asks for the unhandled ones by age; what is old is deleted, handled or not.
drop index provider_notifications_open;
create index provider_notifications_age on provider_notifications (received_at);
