-- no-transaction
alter table tickets validate constraint tickets_state_check;
alter table refunds validate constraint refunds_source_check;
create index concurrently if not exists refunds_ticket on refunds (ticket_id) where ticket_id is not null;
create index concurrently if not exists refunds_event on refunds (event_id, id desc);
create index concurrently if not exists refunds_mass on refunds (mass_refund_id, id) where mass_refund_id is not null;
create index concurrently if not exists refunds_unfunded on refunds (unfunded_since) where unfunded_since is not null;
