-- module: checkout
-- Ends up to `most` holds of an event whose time is over and gives their places back; tells how many. Orders that somebody
-- else has locked (a payment being applied, a batch that needs the places) are left to them: whoever ends a hold returns it,
-- once. An earlier version calls its own, of all events.
create or replace function checkout_expire_orders(of_event uuid, most int) returns int
language plpgsql
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
set lock_timeout = '2s'
as $$
declare
  moment constant timestamptz := app_now();
  ended_ids uuid[];
  back record;
  zeros int[];
  discount_ids uuid[];
begin
  select array_agg(k.id) into ended_ids
    from (select k.id from orders k
           where k.held_until <= moment and k.state in ('reserved', 'pending_payment')
             and checkout_is_over(k.state, k.held_until, k.asked_at, moment)
             and k.event_id is not distinct from of_event
           order by k.held_until limit most for update skip locked) k;
  if ended_ids is null then
    return 0;
  end if;
  select array_agg(o.event_id) as events, array_agg(o.buyer_id) as buyers, array_agg(l.type_id) as types,
         array_agg(-l.quantity) as held, array_agg(case when o.is_unproved then -l.quantity else 0 end) as unproved
    into back
    from order_lines l
   cross join lateral (select k.event_id, k.buyer_id, k.is_unproved from orders k where k.id = l.order_id limit 1) o
   where l.order_id = any (ended_ids);
  zeros := array_fill(0, array[cardinality(back.types)]);
  perform stock_lock(back.types, back.events);
  perform stock_move(back.events, back.buyers, back.types, back.held, zeros, zeros, back.unproved);
  select array_agg(k.discount_code_id) into discount_ids from orders k
   where k.id = any (ended_ids) and k.discount_code_id is not null;
  if discount_ids is not null then
    perform discounts_move(discount_ids, array_fill(-1, array[cardinality(discount_ids)]));
  end if;
  update orders k set state = 'expired', ended_at = moment, device = null where k.id = any (ended_ids);
  insert into audit_rows (action, object_type, object_id) select 'order.expire', 'order', e.id::text from unnest(ended_ids) e (id);
  return cardinality(ended_ids);
end
$$;
