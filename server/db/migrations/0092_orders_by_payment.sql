-- no-transaction
-- What was paid and what went back lately; chargebacks, which count once they are lost.
create index concurrently if not exists orders_paid on orders (paid_at) where paid_cents > 0;
create index concurrently if not exists refunds_made on refunds (completed_at) where state in ('completed', 'external');
create index concurrently if not exists refunds_chargebacks on refunds (id) where source = 'chargeback' and state = 'external';
