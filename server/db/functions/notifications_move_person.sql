-- module: notifications
-- A pending account is joined to its owner's: notices of it become theirs, but for those that they get themselves.
create or replace function notifications_move_person(from_user uuid, to_user uuid) returns int
language sql as $$
  delete from notice_deliveries d
   where d.user_id = from_user
     and exists (select from notice_deliveries o
                  where o.notice_id = d.notice_id and o.channel = d.channel and o.user_id = to_user);
  with moved as (update notice_deliveries set user_id = to_user where user_id = from_user returning 1)
  select count(*)::int from moved;
$$;
