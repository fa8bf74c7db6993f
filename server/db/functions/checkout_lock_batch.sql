-- module: checkout
-- Locks what a batch of orders will change, always people without a session → orders → stock by type → events → discount codes → devices,
-- and gives the facts that decide-orders.ts decides by (`BatchFacts` there names every field). Nothing is written. The arrays are parallel,
-- one entry per order in arrival order; `type_ids` are all that they ask for. No buyer, no contact and no guest key is in them twice. `phones`,
-- `mails` and `guest_keys` are keyed hashes, in hex, of what buyers without a session wrote and of their keys; null for people with one.
-- A plan made while the tables were empty, when every way costs the same, stays for the life of its connection. So
-- growing tables are looked up by keys in subqueries, sequential scans are off, and where several indexes would do, the
-- conditions that would lead to a long one are written so that no index serves them (`is not distinct from`, an outer
-- filter). A test counts the rows that are read.
create or replace function checkout_lock_batch(
  event_ids uuid[], buyer_ids uuid[], keys text[], codes text[], discounts text[], devices text[], phones text[], mails text[],
  guest_keys text[], type_ids uuid[], drink_ids uuid[],
  out "atMs" bigint, out orders json, out events json, out companies json, out types json, out "discountCodes" json,
  out drinks json, out ended json, out holds json, out "freeOrders" json
)
language plpgsql
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
set lock_timeout = '2s'
as $$
declare
  moment constant timestamptz := date_trunc('milliseconds', app_now());
  -- Of each order the unpaid one that it would replace, and holds whose time is over.
  replaced_ids uuid[];
  unpaid_ids uuid[];
  ended_ids uuid[];
  back_types uuid[];
  -- Of each order the code that it gave, and all of those once.
  discount_ids uuid[];
  code_ids uuid[] := '{}';
  company_ids uuid[];
  stock record;
  -- Whether people wait at one of the events, or were offered places: where none do, nothing more is asked of it.
  has_waitlist boolean;
  has_guests constant boolean := array_remove(phones, null) <> '{}';
begin
  -- First, as joining an account to its owner's locks them. Such a buyer who was joined meanwhile is seen below.
  if has_guests then
    perform from users u
      where u.id = any (array(select o.buyer_id from unnest(buyer_ids, phones) o (buyer_id, phone) where o.phone is not null))
      order by u.id for share;
  end if;
  select array_agg((select k.id from orders k where k.buyer_id = o.buyer_id and k.event_id is not distinct from o.event_id
                       and checkout_is_unpaid(k.state) and k.ticket_id is null limit 1))
    into replaced_ids from unnest(event_ids, buyer_ids) o (event_id, buyer_id);
  if array_remove(replaced_ids, null) <> '{}' then
    -- One that was paid while we waited for its lock is no longer anybody's to replace.
    select array_agg(k.id) into unpaid_ids
      from (select k.id, k.state from orders k where k.id = any (replaced_ids) order by k.id for update) k
     where checkout_is_unpaid(k.state);
    select array_agg(case when r.id = any (unpaid_ids) then r.id end) into replaced_ids from unnest(replaced_ids) r (id);
  end if;
  select array_agg(k.id) into ended_ids
    from (select k.id from orders k
           where k.held_until <= moment and checkout_is_unpaid(k.state)
             and checkout_is_over(k.state, k.held_until, k.asked_at, moment)
             and array_position(event_ids, k.event_id) is not null
             and not coalesce(k.id = any (replaced_ids), false)
           order by k.held_until limit 200 for update skip locked) k;
  if ended_ids is not null or array_remove(replaced_ids, null) <> '{}' then
    select array_agg(l.type_id) into back_types from order_lines l where l.order_id = any (ended_ids || array_remove(replaced_ids, null));
  end if;
  stock := stock_lock(type_ids || back_types, event_ids);
  -- What an order of a code's event does to it happens under the lock of that event's stock; these keep it from being stopped.
  if array_remove(discounts, null) <> '{}' then
    select array_agg((select d.id from discount_codes d
                       where o.code is not null and d.event_id = o.event_id and d.folded_code = o.code and d.stopped_at is null limit 1) order by o.n)
      into discount_ids from unnest(event_ids, discounts) with ordinality o (event_id, code, n);
    select coalesce(array_agg(distinct d.id), '{}') into code_ids from unnest(discount_ids) d (id) where d.id is not null;
    perform discounts_lock(code_ids);
  end if;
  -- Events keep an order of ours together with others of the same event; a device's other events are kept by this.
  perform pg_advisory_xact_lock(d.hash)
     from (select distinct hashtextextended(d, 29) as hash from unnest(devices || array_remove(phones || mails, null)) d order by 1) d;

  -- The first look is answered by an index that is empty nearly always.
  has_waitlist := exists (select from ticket_stock k where k.wanted > 0 or k.offered > 0)
              and exists (select from ticket_stock k where k.event_id = any (stock.events) and (k.wanted > 0 or k.offered > 0));

  -- Orders of an event are made under the lock of its stock alone, so what is seen from here on stays so.
  "atMs" := epoch_ms(moment);
  select coalesce(json_agg(f order by f.n), '[]') into orders
    from (
      -- Without a session a key is the device's, so that other contacts under it are another request and not another buyer's.
      select o.n, case when o.guest_key is not null
               then (select checkout_stored_order(k.id) from orders k where k.guest_key = decode(o.guest_key, 'hex') limit 1)
               else (select checkout_stored_order(k.id) from orders k where k.buyer_id = o.buyer_id and k.idempotency_key = o.key limit 1) end as stored,
             exists (select from idempotency_keys k where k.actor_id = o.buyer_id and k.key = o.key) as "isKeyTaken",
             (select row_to_json(r) from (
                select k.id, epoch_ms(k.held_until) as "heldUntilMs", k.device, k.is_unproved as "isUnproved",
                       k.discount_code_id as "discountId", k.is_hold_renewed as "isRenewed", k.is_hold_extended as "isExtended",
                       k.is_offered as "isOffered",
                       exists (select from payments p where p.order_id = k.id) as "isAttempted",
                       (select json_agg(json_build_object('typeId', l.type_id, 'quantity', l.quantity))
                          from order_lines l where l.order_id = k.id) as lines
                  from orders k where k.id = o.replaced_id) r) as replaces,
             -- Few have been here before; looking at the past of those who have not would cost a third of this statement.
             case when exists (select from orders k where k.buyer_id = o.buyer_id and k.event_id is not distinct from o.event_id
                                 and k.total_cents > 0 and k.ticket_id is null)
             then (select row_to_json(r) from (
                -- An unpaid order that came since we looked is not locked, and waiting for it here, where others wait for
                -- us, could close a ring: that buyer's turn comes once more.
                select own.unpaid_id is not null and own.unpaid_id is distinct from o.replaced_id as "isRaced",
                       own.lapses, own.last_lapse_ms as "lastLapseMs",
                       (select row_to_json(a) from (
                          select epoch_ms(k.held_until) as "heldUntilMs", k.is_hold_renewed as "isRenewed", k.is_hold_extended as "isExtended"
                            from orders k where k.id = own.last_id and k.state = 'cancelled' and k.held_until > moment) a) as abandoned
                  from (
                    -- An order that costs nothing is no hold. One that was cancelled for free tickets, so that nothing else to
                    -- pay came before its end, lapsed then like any other.
                    select (array_agg(k.id) filter (where checkout_is_unpaid(k.state)))[1] as unpaid_id,
                           (array_agg(k.id order by k.created_at desc))[1] as last_id,
                           count(*) filter (where k.has_lapsed)::int as lapses,
                           epoch_ms(max(k.held_until) filter (where k.has_lapsed)) as last_lapse_ms
                      from (
                        select k.id, k.state, k.created_at, k.held_until,
                               (k.state = 'expired' or k.state = 'cancelled'
                                  and k.held_until <= coalesce(lead(k.created_at) over (order by k.created_at), moment))
                               and not k.is_offered
                               and not exists (select from payments p where p.order_id = k.id) as has_lapsed
                          from orders k
                         where k.buyer_id = o.buyer_id and k.event_id is not distinct from o.event_id and k.total_cents > 0
                           and k.ticket_id is null) k) own) r)
             end as past,
             (select row_to_json(u) from (
                select u.phone is not null as "hasPhone", u.birth_date as "birthDate", u.state = 'pending' as "isPending",
                       not accounts_has_verified_contact(u.mail_proved_at, u.phone_proved_at) as "isUnproved"
                  from users u where u.id = o.buyer_id) u) as buyer,
             (select json_object_agg(c.type_id, c.taken) from buyer_counters c
               where c.event_id = o.event_id and c.buyer_id = o.buyer_id) as taken,
             -- Of an order that is replaced the places return, so it counts among them, and not among the unpaid ones.
             case when o.phone is not null then json_build_object(
               'unpaid', (
                  select json_build_object('phone', count(*) filter (where g.contact = decode(o.phone, 'hex')),
                                           'mail', count(*) filter (where g.contact = decode(o.mail, 'hex')))
                    from guest_contacts g
                   cross join lateral (select k.id, k.state, k.total_cents from orders k where k.id = g.order_id limit 1) k
                   where g.contact in (decode(o.phone, 'hex'), decode(o.mail, 'hex')) and g.created_at > moment - interval '1 day'
                     and k.state <> 'cancelled' and (k.total_cents = 0 or not checkout_has_paid(k.state))
                     and k.id is distinct from o.replaced_id),
               'taken', (select json_object_agg(n.counted, n.taken) from (
                  select c.counted, sum(p.places)::int as taken
                    from (select distinct g.order_id from guest_contacts g
                           where g.contact in (decode(o.phone, 'hex'), decode(o.mail, 'hex')) and g.event_id = o.event_id) g
                   cross join lateral (select k.id, k.state from orders k where k.id = g.order_id limit 1) k
                   cross join lateral (
                     select l.type_id, l.quantity as places from order_lines l where l.order_id = k.id and checkout_is_unpaid(k.state)
                      union all
                     select t.type_id, 1 from tickets t where t.order_id = k.id and tickets_has_place(t.state)) p
                   cross join lateral (values (p.type_id), (o.event_id)) c (counted)
                   group by c.counted) n)) end as contact,
             case when o.code is not null then
               (select row_to_json(p) from promoters_resolve_code(o.code, o.event_id, o.buyer_id) p) end as promoter,
             case when o.discount_id is not null then
               json_build_object('id', o.discount_id, 'uses', (
                 select count(*) from orders k where k.discount_code_id = o.discount_id and k.buyer_id = o.buyer_id
                    and checkout_counts_discount(k.state))) end as discount,
             case when has_waitlist then
               (select json_agg(json_build_object('id', w.id, 'typeId', w.type_id, 'places', w.offered))
                  from waiting_list_entries w
                 where w.person_id = o.buyer_id and w.event_id = o.event_id and w.state = 'offered' and w.offer_until > moment)
             end as offers
        from unnest(event_ids, buyer_ids, keys, codes, discount_ids, replaced_ids, phones, mails, guest_keys)
               with ordinality o (event_id, buyer_id, key, code, discount_id, replaced_id, phone, mail, guest_key, n)) f;

  select array_agg(distinct e.company_id) into company_ids
    from unnest(stock.events) s (event_id)
   cross join lateral (select e.company_id from events e where e.id = s.event_id limit 1) e;
  select coalesce(json_agg(f), '[]') into companies
    from (select c.id, (select true from companies_selling_account(c.id) limit 1) is not null as "sellsPaid"
            from unnest(company_ids) s (company_id)
           cross join lateral (select c.* from companies c where c.id = s.company_id limit 1) c) f;
  select coalesce(json_agg(f), '[]') into events
    from (select e.id, e.name, e.number, e.company_id as "companyId", e.state,
                 events_is_on_sale(e.state, e.sale_closed_at, e.expires_at, (select c.state from companies c where c.id = e.company_id limit 1), moment) as "isOnSale",
                 e.is_private as "isPrivate", e.order_limit as "orderLimit", e.person_limit as "personLimit",
                 e.hold_minutes as "holdMinutes", case when e.forbids_minors then coalesce(e.minimum_age, 18) end as "ageLimit",
                 local_time(coalesce(e.starts_at, moment))::date as day,
                 json_build_object('percentBps', e.service_fee_bps, 'fixedCents', e.service_fee_fixed_cents,
                   'leastCents', e.service_fee_least_cents, 'mostCents', e.service_fee_most_cents) as fee,
                 e.absorbs_service_fee as "absorbsFee", s.free,
                 -- What people wait for of the types of this batch, and free places that are kept for those who wait for others.
                 case when has_waitlist then json_build_object(
                   'wanted', (select json_object_agg(k.type_id, k.wanted) from ticket_stock k
                               where k.event_id = s.event_id and k.wanted > 0 and k.type_id = any (stock.types)),
                   'keptElsewhere', (select coalesce(sum(stock_kept(k)), 0)
                                       from ticket_stock k
                                      where k.event_id = s.event_id and k.wanted > 0 and k.type_id <> all (stock.types))) end as waitlist
            from unnest(stock.events, stock.event_free) s (event_id, free)
           cross join lateral (select e.* from events e where e.id = s.event_id limit 1) e) f;
  select coalesce(json_agg(f), '[]') into types
    from (select t.id, t.event_id as "eventId", t.name, t.position, t.price_cents as "priceCents",
                 t.visibility = 'visible' and t.removed_at is null as "isOffered",
                 not (coalesce(t.sale_starts_at > moment, false) or coalesce(t.sale_ends_at <= moment, false)
                      or coalesce(t.valid_until <= moment, false)) as "isOpen",
                 t.per_person_limit as "perPersonLimit", k.capacity, k.unproved, s.free
            from unnest(stock.types, stock.type_free) s (type_id, free)
           cross join lateral (select t.* from ticket_types t where t.id = s.type_id limit 1) t
           cross join lateral (select k.capacity, k.unproved from ticket_stock k where k.type_id = s.type_id limit 1) k) f;
  -- A code that was stopped while we waited for its lock no longer applies.
  select coalesce(json_agg(f), '[]') into "discountCodes"
    from (select d.id, d.code, d.percent, d.amount_cents as "amountCents", d.type_ids as "typeIds", d.max_uses as "maxUses",
                 d.per_person_limit as "perPersonLimit", d.uses, epoch_ms(d.starts_at) as "startsAtMs", epoch_ms(d.ends_at) as "endsAtMs"
            from unnest(code_ids) s (code_id)
           cross join lateral (select d.* from discount_codes d where d.id = s.code_id limit 1) d
           where d.stopped_at is null) f;
  -- Nearly no order has drinks.
  drinks := '[]';
  if drink_ids <> '{}' then
    select coalesce(json_agg(f), '[]') into drinks
      from (select d.id, d.event_id as "eventId", d.name, d.price_cents as "priceCents",
                   d.is_available as "isAvailable", d.removed_at is not null as "isRemoved"
              from unnest(drink_ids) s (drink_id)
             cross join lateral (select k.* from drinks k where k.id = s.drink_id limit 1) d) f;
  end if;
  select coalesce(json_agg(f), '[]') into ended
    from (select k.id, k.event_id as "eventId", k.buyer_id as "buyerId", k.device, k.is_unproved as "isUnproved",
                 k.discount_code_id as "discountId",
                 (select coalesce(json_agg(json_build_object('typeId', l.type_id, 'quantity', l.quantity)), '[]')
                    from order_lines l where l.order_id = k.id) as lines
            from unnest(ended_ids) s (order_id)
           cross join lateral (select k.* from orders k where k.id = s.order_id limit 1) k) f;
  select coalesce(json_agg(json_build_array(d.device, k.event_id, k.holds)), '[]') into holds
    from (select distinct d from unnest(devices) d) d (device)
   cross join lateral (
     select k.event_id, count(*) as holds from orders k
      where k.device = d.device and checkout_is_unpaid(k.state) group by k.event_id) k;
  -- Few batches have an order without a price.
  "freeOrders" := '[]';
  if array_remove(discounts, null) <> '{}' or exists (
       select from unnest(stock.types) s (type_id)
        cross join lateral (select t.price_cents from ticket_types t where t.id = s.type_id limit 1) t where t.price_cents = 0) then
    select coalesce(json_agg(json_build_array(d.device, k.event_id, k.orders)), '[]') into "freeOrders"
      from (select distinct d from unnest(devices) d) d (device)
     cross join lateral (
       select k.event_id, count(*) as orders from orders k
        where k.device = d.device and k.is_unproved and k.total_cents = 0 and k.created_at > moment - interval '1 day'
        group by k.event_id) k;
  end if;
end
$$;
