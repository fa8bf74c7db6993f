-- no-transaction
-- How often a person used a code, and the orders that a code counts; orders without one are not in it.
create index concurrently if not exists orders_by_discount on orders (discount_code_id, buyer_id)
 where discount_code_id is not null;
