-- module: discounts
-- Adds signed numbers of uses to codes, one row of the parallel arrays per order; a null code is no code. Called in the
-- transaction that places or ends the order, after `stock_lock`. The table's check refuses a use too many.
create or replace function discounts_move(code_ids uuid[], uses_by int[]) returns void
language plpgsql
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
as $$
begin
  if array_remove(code_ids, null) <> '{}' then
    perform discounts_lock(array_remove(code_ids, null));
    update discount_codes d set uses = d.uses + c.uses
      from (select l.code_id, sum(l.uses)::int as uses from unnest(code_ids, uses_by) l (code_id, uses) group by l.code_id) c
     where d.id = any (code_ids) and d.id = c.code_id and c.uses <> 0;
  end if;
end
$$;
