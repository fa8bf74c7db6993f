-- no-transaction: people regret and refunds go on while it is built. Each statement stands alone and may come again.

-- Of a purchase, the number as screens show it: both of its ends.
create index concurrently if not exists orders_short_number on orders (left(public_id, 5), right(public_id, 4))
  where paid_at is not null;

-- When a purchase was noted as one that a regret may be about: its buyer is written to so often a day. Of those before, unknown.
alter table regret_orders add column if not exists noted_at timestamptz;
alter table regret_orders alter column noted_at set default app_now();
-- Somebody of the team named it, by its number: nothing that was typed led to it.
alter table regret_orders add column if not exists is_named boolean not null default false;
-- Refunds that were asked for it and of which no end without money was seen; why the last that ended so was not made.
alter table regret_orders add column if not exists refund_ids uuid[] not null default '{}';
alter table regret_orders add column if not exists failure text;
update regret_orders l
   set refund_ids = array(select r.id from refunds r where r.order_id = l.order_id and r.source = 'buyer_regret')
 where l.outcome = 'refunding' and l.refund_ids = '{}';
create index concurrently if not exists refunds_regretted_in_vain on refunds (order_id)
  where source = 'buyer_regret' and state in ('failed', 'rejected');

-- The team does not know yet that a refund of it was not made.
alter table regrets add column if not exists is_failure_untold boolean not null default false;
-- Answers that one mailbox was sent; what was typed and is to be forgotten.
create index concurrently if not exists regrets_contact on regrets (lower(contact)) where contact is not null;
create index concurrently if not exists regrets_typed on regrets (done_at) where order_number is not null or contact is not null;
