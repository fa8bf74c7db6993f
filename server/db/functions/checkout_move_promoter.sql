-- module: checkout
-- A pending account is joined to its owner's: what was bought by its links as a promoter counts for the owner from now on.
create or replace function checkout_move_promoter(from_user uuid, to_user uuid) returns int
language plpgsql as $$
declare
  moved int;
begin
  -- In the order of their ids, as everywhere.
  perform from orders o where o.promoter_id = from_user order by o.id for no key update;
  update orders set promoter_id = to_user where promoter_id = from_user;
  get diagnostics moved = row_count;
  return moved;
end
$$;
