-- module: payments
-- The refunds under way that take this ticket with them, its own or its whole order's: while there is one it is being refunded
-- and is not handed on (rules R11.5 and R14.1). A function in FROM without settings of its own, so that it becomes part of
-- the query that calls it.
create or replace function payments_refunds_of_ticket(for_order uuid, for_ticket uuid) returns table (refund_id uuid)
language sql stable
as $$
  select r.id from refunds r
   where r.order_id = for_order and (r.ticket_id is null or r.ticket_id = for_ticket)
     and payments_refund_is_open(r.state) and not payments_bought_nothing(r.source)
$$;
