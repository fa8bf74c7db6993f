-- module: metrics
-- A pending account is joined to its owner's: its rows among the people of events and companies become the owner's.
create or replace function metrics_move_people(from_user uuid, to_user uuid) returns int
language sql
as $$
  -- Not while people are added: rows added for the old account must be seen here.
  select from totals_mark for share;
  insert into circle_people as c (circle_id, user_id, folded, since)
  select f.circle_id, to_user, plain_text(box_office_known_name(u, f.circle_id)), f.since from circle_people f join users u on u.id = to_user
   where f.user_id = from_user order by f.circle_id
  on conflict (circle_id, user_id) do update set since = least(c.since, excluded.since);
  with moved as (delete from circle_people where user_id = from_user returning circle_id)
  select count(*)::int from moved;
$$;
