-- module: tickets
-- A pending account is joined to its owner's: the tickets that it holds become theirs, as holder and, where no other person paid,
-- as payer. Who bought without a session hands nothing on, so what it holds is all there is: no index finds tickets by who paid. Codes and links stay
-- good, because the person who proved the contact is the one they were sent to.
create or replace function tickets_move_person(from_user uuid, to_user uuid) returns int
language plpgsql as $$
declare
  moved int;
begin
  -- In the order of their ids, as everywhere.
  perform from tickets t where t.holder_id = from_user order by t.id for no key update;
  update tickets
     set holder_id = to_user, payer_id = case when payer_id = from_user then to_user else payer_id end
   where holder_id = from_user;
  get diagnostics moved = row_count;
  return moved;
end
$$;
