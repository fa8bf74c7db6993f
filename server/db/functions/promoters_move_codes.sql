-- module: promoters
-- A pending account is joined to its owner's: its referral codes become theirs, but for events where they have one already.
create or replace function promoters_move_codes(from_user uuid, to_user uuid) returns int
language sql as $$
  with moved as (
    update referral_codes c set promoter_id = to_user
     where c.promoter_id = from_user
       and not exists (select from referral_codes o where o.event_id = c.event_id and o.promoter_id = to_user)
    returning 1)
  select count(*)::int from moved;
$$;
