-- module: checkout
-- Counts anew how many places of types the unpaid orders of accounts that proved nothing hold; tells how many types were
-- wrong. An earlier version, while it still runs, ends such orders without taking them off.
create or replace function checkout_mend_unproved() returns int
language plpgsql
set lock_timeout = '2s'
as $$
declare
  wrong record;
begin
  select array_agg(s.type_id order by s.type_id) as types, array_agg(s.event_id order by s.type_id) as events
    into wrong
    from ticket_stock s
    left join (select l.type_id, sum(l.quantity) as held
                 from orders o join order_lines l on l.order_id = o.id
                where o.state in ('reserved', 'pending_payment') and o.held_until is not null and o.is_unproved
                group by l.type_id) u on u.type_id = s.type_id
   where s.unproved <> coalesce(u.held, 0);
  if wrong.types is null then
    return 0;
  end if;
  -- Most of them were only on the move: under the lock all is still.
  perform stock_lock(wrong.types, wrong.events);
  select array_agg(s.type_id order by s.type_id) as types, array_agg(s.event_id order by s.type_id) as events,
         array_agg((coalesce(u.held, 0) - s.unproved)::int order by s.type_id) as unproved
    into wrong
    from ticket_stock s
    left join (select l.type_id, sum(l.quantity) as held
                 from orders o join order_lines l on l.order_id = o.id
                where o.state in ('reserved', 'pending_payment') and o.held_until is not null and o.is_unproved
                group by l.type_id) u on u.type_id = s.type_id
   where s.type_id = any (wrong.types) and s.unproved <> coalesce(u.held, 0);
  if wrong.types is null then
    return 0;
  end if;
  perform stock_move(wrong.events, array_fill(null::uuid, array[cardinality(wrong.types)]), wrong.types, zeros.of, zeros.of, zeros.of,
                     wrong.unproved)
     from (select array_fill(0, array[cardinality(wrong.types)]) as of) zeros;
  return cardinality(wrong.types);
end
$$;
