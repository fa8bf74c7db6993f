-- module: events
-- A pending account is joined to its owner's: the assignments that it was given become theirs.
create or replace function events_move_staff(from_user uuid, to_user uuid) returns int
language sql as $$
  delete from event_staff s
   where s.user_id = from_user
     and exists (select from event_staff o where o.event_id = s.event_id and o.kind = s.kind and o.user_id = to_user);
  with moved as (update event_staff set user_id = to_user where user_id = from_user returning 1)
  select count(*)::int from moved;
$$;
