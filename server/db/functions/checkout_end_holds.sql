-- module: checkout
-- Ends up to `most` unpaid orders of an event that sells no more, whatever time they had left, and gives their places and uses of
-- discount codes back; gives their buyers. An order that is being paid right now is waited for: paid, it stays. What is paid
-- afterwards is refunded (refusalOfLatePayment).
create or replace function checkout_end_holds(of_event uuid, most int) returns table (buyer_id uuid)
language plpgsql
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
set lock_timeout = '2s'
as $$
#variable_conflict use_column
declare
  ended_ids uuid[];
begin
  select array_agg(k.id) into ended_ids
    from (select k.id, k.state from orders k
           where k.id = any (array(select o.id from orders o
                                    where o.event_id = of_event and checkout_is_unpaid(o.state)
                                    order by o.id limit most))
           order by k.id for update) k
   where checkout_is_unpaid(k.state);
  if ended_ids is null then
    return;
  end if;
  perform checkout_end_orders(ended_ids, 'cancelled', 'order.cancel');
  return query select k.buyer_id from orders k where k.id = any (ended_ids);
end
$$;
