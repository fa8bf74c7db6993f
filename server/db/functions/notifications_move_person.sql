-- module: notifications
-- A pending account is joined to its owner's: notices of it become theirs, but for those that they get themselves.
create or replace function notifications_move_person(from_user uuid, to_user uuid) returns int
language plpgsql as $$
declare
  moved int;
begin
  update notice_deliveries d set user_id = to_user
   where d.user_id = from_user
     and not exists (select from notice_deliveries o
                      where o.notice_id = d.notice_id and o.channel = d.channel and o.user_id = to_user);
  get diagnostics moved = row_count;
  delete from notice_deliveries d where d.user_id = from_user;
  return moved;
end
$$;
