-- module: checkout
-- Writes the end of unpaid orders that the caller has locked, each in a state and by the name of an act, and gives their uses of
-- discount codes back. Their places are the caller's to release, before it. The arrays are parallel.
create or replace function checkout_close_orders(moment timestamptz, ended_ids uuid[], states text[], actions text[]) returns void
language plpgsql
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
as $$
declare
  discount_ids uuid[];
begin
  select array_agg(k.discount_code_id) into discount_ids from orders k
   where k.id = any (ended_ids) and k.discount_code_id is not null;
  if discount_ids is not null then
    perform discounts_move(discount_ids, array_fill(-1, array[cardinality(discount_ids)]));
  end if;
  update orders k set state = e.state, ended_at = moment, device = null
    from unnest(ended_ids, states) e (id, state)
   where k.id = any (ended_ids) and k.id = e.id;
  insert into audit_rows (at, action, object_type, object_id)
  select moment, e.action, 'order', e.id::text from unnest(ended_ids, actions) e (id, action);
end
$$;
