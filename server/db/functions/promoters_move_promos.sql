-- module: promoters
-- A pending account is joined to its owner's: its parts in events become theirs. Where they have one already, only its money and
-- its code do.
create or replace function promoters_move_promos(from_user uuid, to_user uuid) returns int
language sql as $$
  with moved as (
    update promos c set promoter_id = to_user,
           is_merged = c.is_merged or exists (
             select from promos o where o.event_id = c.event_id and o.promoter_id = to_user and not o.is_merged)
     where c.promoter_id = from_user
    returning 1)
  select count(*)::int from moved;
$$;
