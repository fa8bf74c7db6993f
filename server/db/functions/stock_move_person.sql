-- module: stock
-- Adds what a person counts at these events to what another one counts there. The caller has locked the orders that count.
create or replace function stock_move_person(from_user uuid, to_user uuid, of_events uuid[]) returns void
language sql
as $$
  insert into buyer_counters as b (event_id, buyer_id, type_id, taken)
  select c.event_id, to_user, c.type_id, c.taken from buyer_counters c
   where c.event_id = any (of_events) and c.buyer_id = from_user
   order by c.event_id, c.type_id
  on conflict (event_id, buyer_id, type_id) do update set taken = b.taken + excluded.taken;
  delete from buyer_counters c where c.event_id = any (of_events) and c.buyer_id = from_user;
$$;
