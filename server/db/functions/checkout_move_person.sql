-- module: checkout
-- A buyer without a session is joined to the owner of the contact that they wrote: their orders become the owner's, with what they count of
-- the owner's limits. Before tickets are moved, because the tickets of an order are made under its lock. One unpaid order an event is all
-- that a person has: of two the owner's own stays. Keys are the caller's own, and free again.
create or replace function checkout_move_person(from_user uuid, to_user uuid) returns int
language plpgsql
set lock_timeout = '2s'
as $$
declare
  of_events uuid[];
  of_types uuid[];
  twin_ids uuid[];
  moved int;
begin
  perform from orders o where o.buyer_id = from_user or (o.buyer_id = to_user and checkout_is_unpaid(o.state)) order by o.id for update;
  select array_agg(distinct o.event_id) into of_events from orders o where o.buyer_id = from_user;
  if of_events is null then
    return 0;
  end if;
  -- Orders of an event are made under the lock of its stock: from here on the owner makes no other.
  select coalesce(array_agg(distinct l.type_id), '{}') into of_types
    from orders o join order_lines l on l.order_id = o.id where o.buyer_id = from_user and checkout_is_unpaid(o.state);
  perform stock_lock(of_types, of_events);
  select array_agg(o.id) into twin_ids from orders o
   where o.buyer_id = from_user and checkout_is_unpaid(o.state)
     and exists (select from orders k where k.buyer_id = to_user and k.event_id = o.event_id and k.ticket_id is null
                    and checkout_is_unpaid(k.state));
  if twin_ids is not null then
    perform checkout_end_orders(twin_ids, 'cancelled', 'order.replace');
  end if;
  update orders set buyer_id = to_user, idempotency_key = gen_random_uuid() where buyer_id = from_user;
  get diagnostics moved = row_count;
  perform stock_move_person(from_user, to_user, of_events);
  return moved;
end
$$;
