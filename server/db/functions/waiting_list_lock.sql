-- module: waiting-list
-- Locks the stock of an event and gives the facts that offers.ts decides by (`WaitingFacts` there names every field), with the
-- first `most` who wait for each type. Entries of an event change under this lock alone, so what is seen stays so.
create or replace function waiting_list_lock(
  of_event uuid, most int,
  out "atMs" bigint, out event json, out types json, out offers json, out waiting json
)
language plpgsql
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
set lock_timeout = '2s'
as $$
declare
  moment constant timestamptz := date_trunc('milliseconds', app_now());
  type_ids uuid[];
  stock record;
begin
  select array_agg(s.type_id) into type_ids from ticket_stock s where s.event_id = of_event;
  stock := stock_lock(type_ids, array[of_event]);
  "atMs" := epoch_ms(moment);
  select row_to_json(f) into event
    from (select e.company_id as "companyId", events_is_on_sale(e.state, e.sale_closed_at, e.expires_at, c.state, moment) as "isOnSale",
                 epoch_ms(waiting_list_closes_at(e.starts_at, null, null)) as "closesAtMs",
                 e.order_limit as "orderLimit", e.person_limit as "personLimit", stock.event_free[1] as free,
                 (select true from companies_selling_account(e.company_id) limit 1) is not null as "sellsPaid"
            from events e join companies c on c.id = e.company_id where e.id = of_event) f;
  select coalesce(json_agg(f), '[]') into types
    from (select t.id, t.visibility = 'visible' and t.removed_at is null as "isOffered",
                 waiting_list_is_closed(e.state, t.removed_at, waiting_list_closes_at(e.starts_at, t.sale_ends_at, t.valid_until),
                                        moment) as "isClosed",
                 t.price_cents > 0 as "isPaid", epoch_ms(t.sale_starts_at) as "saleStartsAtMs",
                 t.per_person_limit as "perPersonLimit", k.wanted, s.free
            from events e
           cross join unnest(stock.types, stock.type_free) s (type_id, free)
           cross join lateral (select t.* from ticket_types t where t.id = s.type_id limit 1) t
           cross join lateral (select k.wanted from ticket_stock k where k.type_id = s.type_id limit 1) k
           where e.id = of_event) f;
  select coalesce(json_agg(f), '[]') into offers
    from (select w.id, w.type_id as "typeId", w.offered as places, epoch_ms(w.offer_until) as "untilMs"
            from waiting_list_entries w where w.event_id = of_event and w.state = 'offered') f;
  select coalesce(json_agg(f order by f.place), '[]') into waiting
    from (select w.id, w.place, w.type_id as "typeId", w.person_id as "personId", w.quantity,
                 (select u.state = 'active' from users u where u.id = w.person_id) as "isActive",
                 coalesce((select b.taken from buyer_counters b
                            where b.event_id = of_event and b.buyer_id = w.person_id and b.type_id = of_event), 0) as "takenOfEvent",
                 coalesce((select b.taken from buyer_counters b
                            where b.event_id = of_event and b.buyer_id = w.person_id and b.type_id = w.type_id), 0) as "takenOfType"
            from unnest(stock.types) s (type_id)
           cross join lateral (
             select w.* from waiting_list_entries w where w.type_id = s.type_id and w.state = 'waiting'
              order by w.place limit most) w) f;
end
$$;
