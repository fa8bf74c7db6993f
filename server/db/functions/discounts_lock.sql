-- module: discounts
-- Locks codes by their ids, in their order, so that none is changed or stopped until the transaction ends. After the stock
-- of their events, before anything of devices.
create or replace function discounts_lock(code_ids uuid[]) returns void
language plpgsql
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
as $$
begin
  perform from (select d.id from discount_codes d where d.id = any (code_ids) order by d.id for update) locked;
end
$$;
