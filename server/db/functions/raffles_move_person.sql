-- module: raffles
-- A pending account is joined to its owner's, who has one entry in each raffle: of two, the one with the better place is theirs. The other leaves
-- an open raffle, and stays as a code of nobody in a frozen list.
create or replace function raffles_move_person(from_user uuid, to_user uuid) returns int
language plpgsql as $$
declare
  moved int;
begin
  delete from raffle_entries n using raffles r, raffle_entries o
   where n.person_id = from_user and r.id = n.raffle_id and r.closed_at is null
     and o.raffle_id = n.raffle_id and o.person_id = to_user;
  update raffle_entries n set person_id = null
    from raffle_entries o
   where o.raffle_id = n.raffle_id and o.code <> n.code
     and (n.person_id, o.person_id) in ((from_user, to_user), (to_user, from_user))
     and (coalesce(n.place, 99), n.person_id = from_user) > (coalesce(o.place, 99), o.person_id = from_user);
  update raffle_entries set person_id = to_user where person_id = from_user;
  get diagnostics moved = row_count;
  return moved;
end
$$;
