-- module: checkout
-- Ends up to `most` unpaid orders of an event that sells no more, whatever time they had left, and gives their places and uses of
-- discount codes back; tells whose they were. One that is being paid this moment is waited for: paid, it stays. What is paid
-- afterwards goes back (checkout_take_again).
create or replace function checkout_end_holds(of_event uuid, most int) returns table (buyer_id uuid)
language plpgsql
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
set lock_timeout = '2s'
as $$
#variable_conflict use_column
declare
  moment constant timestamptz := app_now();
  ended_ids uuid[];
  back record;
  zeros int[];
  discount_ids uuid[];
begin
  select array_agg(k.id) into ended_ids
    from (select k.id, k.state from orders k
           where k.id = any (array(select o.id from orders o
                                    where o.event_id = of_event and o.state in ('reserved', 'pending_payment')
                                    order by o.id limit most))
           order by k.id for update) k
   where k.state in ('reserved', 'pending_payment');
  if ended_ids is null then
    return;
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
  update orders k set state = 'cancelled', ended_at = moment, device = null where k.id = any (ended_ids);
  insert into audit_rows (action, object_type, object_id) select 'order.cancel', 'order', e.id::text from unnest(ended_ids) e (id);
  return query select k.buyer_id from orders k where k.id = any (ended_ids);
end
$$;
