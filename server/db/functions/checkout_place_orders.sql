-- module: checkout
-- Decides a batch of orders in one round trip, in arrival order, each whole or not at all, and writes the accepted ones
-- (performance.md, "One round trip per batch"). The batch is
--   {orders: [{id, publicId, eventId, buyerId, key, hash, platform, code?, ip, requestId}, …],
--    lines: [[place of its order from 1, typeId, quantity], …]}
-- with no buyer twice, each type once per order, and an order's lines together. The answer has one outcome per order,
--   {heldUntil, promoter} · {replayed: stored order} · {refused: code},
-- beside what their receipts share: the moment, `events` {id: name}, `types` {id: [name, price, fee]}, and the types of
-- which nothing is left.
-- A plan made while the tables were empty, when every way costs the same, stays for the life of its connection. So
-- growing tables are looked up by keys in subqueries, sequential scans are off, and where several indexes would do, the
-- conditions that would lead to a long one are written so that no index serves them (`is not distinct from`, an outer
-- filter). A test counts the rows that are read.
create or replace function checkout_place_orders(batch jsonb, sells_paid boolean) returns json
language plpgsql
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
set lock_timeout = '2s'
as $$
declare
  -- In the order in which they are said: of several that hold, the first.
  codes constant text[] := array['event_not_found', 'ticket_type_not_found', 'event_not_on_sale', 'not_on_sale', 'order_limit',
    'profile_incomplete', 'under_age', 'payment_account_missing', 'person_limit', 'sold_out', 'operation_running'];
  sold_out constant int := 10;
  operation_running constant int := 11;
  moment constant timestamptz := app_now();
  -- One entry per order, in arrival order. `refusals` are places in `codes`, 0 for none; `event_at` in `stock.events`.
  ids uuid[]; public_ids text[]; event_ids uuid[]; buyer_ids uuid[]; keys text[]; hashes text[]; platforms text[];
  referrals text[]; ips text[]; requests text[]; known_ids uuid[]; replaced_ids uuid[]; event_at int[];
  promoter_ids uuid[]; promoter_codes text[]; promoter_names text[];
  refusals int[]; seats int[]; subtotals bigint[]; fees bigint[]; held_until timestamptz[];
  -- One entry per line; an order's lines stand together. `line_at` are places in `stock.types`.
  line_orders int[]; line_types uuid[]; line_quantities int[]; line_at int[];
  -- Holds that ended: expired ones give back at once, replaced ones when their successor is accepted.
  ended_ids uuid[]; cancelled_ids uuid[];
  back_orders uuid[]; back_events uuid[]; back_buyers uuid[]; back_types uuid[]; back_quantities int[];
  -- One entry per locked event and type.
  stock record;
  event_free int[]; event_refusals int[]; event_companies uuid[]; event_commissions int[]; event_privates boolean[];
  event_order_limits int[]; event_person_limits int[]; event_holds interval[]; event_ages interval[]; event_days date[];
  event_sells boolean[];
  type_free int[]; type_events uuid[]; type_prices bigint[]; type_fees bigint[]; type_closed boolean[]; type_limits int[];
  -- What each order changes of a type, the places of the hold that it replaces taken off; an order's changes stand together.
  move_orders int[]; move_at int[]; move_by int[];
  n int; net int; first int; last int; fits boolean;
begin
  select array_agg(o.id), array_agg(o."publicId"), array_agg(o."eventId"), array_agg(o."buyerId"), array_agg(o.key),
         array_agg(o.hash), array_agg(o.platform), array_agg(o.code), array_agg(o.ip), array_agg(o."requestId")
    into ids, public_ids, event_ids, buyer_ids, keys, hashes, platforms, referrals, ips, requests
    from jsonb_to_recordset(batch -> 'orders') o (id uuid, "publicId" text, "eventId" uuid, "buyerId" uuid, key text, hash text,
                                      platform text, code text, ip text, "requestId" text);
  select array_agg((l.line ->> 0)::int), array_agg((l.line ->> 1)::uuid), array_agg((l.line ->> 2)::int)
    into line_orders, line_types, line_quantities
    from jsonb_array_elements(batch -> 'lines') l (line);

  -- Locks: orders, then stock by type, then events.
  select array_agg((select k.id from orders k where k.buyer_id = o.buyer_id and k.event_id is not distinct from o.event_id
                       and k.state in ('reserved', 'pending_payment') limit 1))
    into replaced_ids from unnest(event_ids, buyer_ids) o (event_id, buyer_id);
  if array_remove(replaced_ids, null) <> '{}' then
    -- One that was paid while we waited for its lock is no longer ours to replace.
    select array_agg(k.id) into ended_ids
      from (select k.id, k.state from orders k where k.id = any (replaced_ids) order by k.id for update) k
     where k.state in ('reserved', 'pending_payment');
    select array_agg(case when r.id = any (ended_ids) then r.id end) into replaced_ids from unnest(replaced_ids) r (id);
  end if;
  select array_agg(k.id) into ended_ids
    from (select k.id from orders k
           where k.held_until <= moment and k.state in ('reserved', 'pending_payment')
             and array_position(event_ids, k.event_id) is not null
             and not coalesce(k.id = any (replaced_ids), false)
           order by k.held_until limit 200 for update skip locked) k;
  if ended_ids is not null or array_remove(replaced_ids, null) <> '{}' then
    select array_agg(l.order_id), array_agg(o.event_id), array_agg(o.buyer_id), array_agg(l.type_id), array_agg(l.quantity)
      into back_orders, back_events, back_buyers, back_types, back_quantities
      from order_lines l
     cross join lateral (select k.event_id, k.buyer_id from orders k where k.id = l.order_id limit 1) o
     where l.order_id = any (ended_ids || array_remove(replaced_ids, null));
  end if;
  stock := stock_lock(line_types || back_types, event_ids);
  event_free := stock.event_free;
  type_free := stock.type_free;
  select array_agg(array_position(stock.events, o.event_id)) into event_at from unnest(event_ids) o (event_id);
  select array_agg(array_position(stock.types, l.type_id)) into line_at from unnest(line_types) l (type_id);

  -- Orders of an event are made under the lock of its stock alone, so what is seen now stays so. A key that is known gives
  -- its order again. An unpaid order that came since we looked is not locked, and waiting for it here, where others wait
  -- for us, could close a ring: that buyer's turn comes once more.
  select array_agg(o.known_id), array_agg(case when o.known_id is null then o.replaced_id end),
         array_agg(case when o.known_id is null and o.unpaid_id is not null and o.unpaid_id is distinct from o.replaced_id
                        then operation_running else 0 end)
    into known_ids, replaced_ids, refusals
    from (select o.replaced_id,
                 (select k.id from orders k where k.buyer_id = o.buyer_id and k.idempotency_key = o.key limit 1) as known_id,
                 (select k.id from orders k where k.buyer_id = o.buyer_id and k.event_id is not distinct from o.event_id
                     and k.state in ('reserved', 'pending_payment') limit 1) as unpaid_id
            from unnest(event_ids, buyer_ids, keys, replaced_ids) o (event_id, buyer_id, key, replaced_id)) o;

  -- What holds for whoever asks.
  select array_agg(e.company_id), array_agg(e.is_private), array_agg(e.order_limit), array_agg(e.person_limit),
         array_agg(make_interval(mins => e.hold_minutes)),
         array_agg(case when e.forbids_minors then make_interval(years => coalesce(e.minimum_age, 18)) end),
         array_agg((coalesce(e.starts_at, moment) at time zone 'America/Argentina/Buenos_Aires')::date),
         -- As `canSellPaid` of the companies module.
         array_agg(sells_paid and exists (
           select from payment_accounts a
            where a.company_id = e.company_id and a.state in ('connected', 'refresh_failed')
              and a.access_token_sealed is not null and coalesce(a.token_expires_at > moment, true))),
         array_agg(case when e.state = 'pending' then 1
                        when e.state <> 'active' or is_event_expired(e.starts_at, e.ends_at) or c.state <> 'approved' then 3 end),
         array_agg(c.commission_bps)
    into event_companies, event_privates, event_order_limits, event_person_limits, event_holds, event_ages, event_days,
         event_sells, event_refusals, event_commissions
    from unnest(stock.events) s (event_id)
   cross join lateral (select e.* from events e where e.id = s.event_id limit 1) e
   cross join lateral (select c.state, c.commission_bps from companies c where c.id = e.company_id limit 1) c;
  select array_agg(case when t.visibility = 'visible' and t.removed_at is null then t.event_id end),
         array_agg(t.price_cents), array_agg(checkout_unit_fee(t.price_cents, t.service_fee_bps)), array_agg(t.per_person_limit),
         array_agg(coalesce(t.sale_starts_at > moment, false) or coalesce(t.sale_ends_at <= moment, false)
                   or coalesce(t.valid_until <= moment, false))
    into type_events, type_prices, type_fees, type_limits, type_closed
    from unnest(stock.types) s (type_id)
   cross join lateral (
     select t.*, (select e.service_fee_bps from events e where e.id = t.event_id) from ticket_types t where t.id = s.type_id limit 1) t;

  -- What refuses each order before stock does: by its lines first, then by its event and its buyer.
  select array_agg(l.seats order by o.n), array_agg(l.subtotal order by o.n), array_agg(l.fee order by o.n),
         array_agg(coalesce(nullif(o.refusal, 0), l.refusal) order by o.n)
    into seats, subtotals, fees, refusals
    from unnest(refusals) with ordinality o (refusal, n)
    left join (
      select l.n, sum(l.quantity)::int as seats, sum(l.quantity * type_prices[l.at])::bigint as subtotal,
             sum(l.quantity * type_fees[l.at])::bigint as fee,
             min(least(case when type_events[l.at] is distinct from event_ids[l.n] then 2 end,
                       case when type_closed[l.at] then 4 end,
                       case when type_limits[l.at] is not null and type_limits[l.at] < l.quantity
                            + coalesce((select c.taken from buyer_counters c
                                         where c.event_id = event_ids[l.n] and c.buyer_id = buyer_ids[l.n] and c.type_id = l.type_id), 0)
                            - coalesce((select b.quantity from unnest(back_orders, back_types, back_quantities) b (order_id, type_id, quantity)
                                         where b.order_id = replaced_ids[l.n] and b.type_id = l.type_id), 0) then 9 end)) as refusal
        from unnest(line_orders, line_types, line_quantities, line_at) l (n, type_id, quantity, at)
       group by l.n) l on l.n = o.n;
  select array_agg(case
           when o.known_id is not null then 0
           when o.at is null then 1
           else coalesce(least(
             o.refusal, event_refusals[o.at],
             case when event_privates[o.at] and not u.sees_all
                   and not exists (select from company_members m where m.company_id = event_companies[o.at] and m.user_id = o.buyer_id)
                   and not exists (select from event_staff s where s.event_id = o.event_id and s.user_id = o.buyer_id) then 1 end,
             case when o.seats > event_order_limits[o.at] then 5 end,
             case when u.phone is null or event_ages[o.at] is not null and u.birth_date is null then 6 end,
             case when u.birth_date + event_ages[o.at] > event_days[o.at] then 7 end,
             case when o.subtotal > 0 and not event_sells[o.at] then 8 end,
             case when event_person_limits[o.at] < o.seats
                       + coalesce((select c.taken from buyer_counters c
                                    where c.event_id = o.event_id and c.buyer_id = o.buyer_id and c.type_id = o.event_id), 0)
                       - case when o.replaced_id is null then 0 else
                           (select sum(b.quantity) from unnest(back_orders, back_quantities) b (order_id, quantity)
                             where b.order_id = o.replaced_id) end then 9 end), 0) end),
         array_agg(moment + event_holds[o.at])
    into refusals, held_until
    from unnest(event_ids, buyer_ids, known_ids, replaced_ids, event_at, seats, subtotals, refusals)
           o (event_id, buyer_id, known_id, replaced_id, at, seats, subtotal, refusal)
    left join lateral (select u.phone, u.birth_date, u.is_god_admin or u.is_admin as sees_all
                         from users u where u.id = o.buyer_id limit 1) u on true;

  select array_agg(m.n), array_agg(m.at), array_agg(m.by)
    into move_orders, move_at, move_by
    from (select a.n, a.at, sum(a.quantity)::int as by
            from (select l.n, l.at, l.quantity from unnest(line_orders, line_at, line_quantities) l (n, at, quantity)
                   union all
                  select o.n::int, array_position(stock.types, b.type_id), -b.quantity
                    from unnest(back_orders, back_types, back_quantities) b (order_id, type_id, quantity)
                    join unnest(replaced_ids) with ordinality o (replaced_id, n) on o.replaced_id = b.order_id) a
           where known_ids[a.n] is null and refusals[a.n] = 0
           group by a.n, a.at order by a.n) m;

  -- The decision. Places of expired holds are free again; only accepted orders take from what is left.
  for k in 1 .. coalesce(cardinality(back_orders), 0) loop
    continue when not coalesce(back_orders[k] = any (ended_ids), false);
    n := array_position(stock.types, back_types[k]);
    type_free[n] := type_free[n] + back_quantities[k];
    n := array_position(stock.events, back_events[k]);
    event_free[n] := event_free[n] + back_quantities[k];
  end loop;
  first := 1;
  while first <= cardinality(move_orders) loop
    n := move_orders[first];
    last := first;
    net := 0;
    fits := true;
    while move_orders[last] = n loop
      fits := fits and (move_by[last] <= 0 or move_by[last] <= type_free[move_at[last]]);
      net := net + move_by[last];
      last := last + 1;
    end loop;
    if fits and (net <= 0 or coalesce(net <= event_free[event_at[n]], true)) then
      event_free[event_at[n]] := event_free[event_at[n]] - net;
      for k in first .. last - 1 loop
        type_free[move_at[k]] := type_free[move_at[k]] - move_by[k];
      end loop;
    else
      refusals[n] := sold_out;
    end if;
    first := last;
  end loop;

  -- Ended holds leave first: a buyer has one unpaid order per event.
  select array_agg(r.id) into cancelled_ids from unnest(replaced_ids, refusals) r (id, refusal) where r.id is not null and r.refusal = 0;
  if ended_ids is not null or cancelled_ids is not null then
    update orders k set state = case when k.held_until <= moment then 'expired' else 'cancelled' end, ended_at = moment
     where k.id = any (ended_ids || cancelled_ids);
    insert into audit_rows (at, action, object_type, object_id)
    select moment, case when e.id = any (cancelled_ids) then 'order.replace' else 'order.expire' end, 'order', e.id::text
      from unnest(ended_ids || cancelled_ids) e (id);
  end if;

  if array_remove(referrals, null) <> '{}' then
    select array_agg(p.promoter_id), array_agg(p.code), array_agg(p.promoter_name)
      into promoter_ids, promoter_codes, promoter_names
      from unnest(referrals, event_ids, buyer_ids) o (code, event_id, buyer_id)
      left join lateral promoters_resolve_code(o.code, o.event_id, o.buyer_id) p on true;
  end if;
  insert into orders (id, public_id, event_id, company_id, buyer_id, state, held_until, subtotal_cents, fee_cents, total_cents,
                      commission_cents, tickets_count, platform, referral_code, promoter_id, idempotency_key, request_hash, created_at)
  select o.id, o.public_id, o.event_id, event_companies[o.at], o.buyer_id, 'reserved', o.held_until, o.subtotal, o.fee,
         o.subtotal + o.fee, (o.subtotal * event_commissions[o.at] + 5000) / 10000, o.seats, o.platform, o.promoter_code,
         o.promoter_id, o.key, decode(o.hash, 'hex'), moment
    from unnest(ids, public_ids, event_ids, buyer_ids, event_at, held_until, subtotals, fees, seats, platforms, promoter_codes,
                promoter_ids, keys, hashes, known_ids, refusals)
           o (id, public_id, event_id, buyer_id, at, held_until, subtotal, fee, seats, platform, promoter_code,
              promoter_id, key, hash, known_id, refusal)
   where o.known_id is null and o.refusal = 0;

  insert into order_lines (order_id, type_id, quantity, unit_price_cents, unit_fee_cents)
  select ids[l.n], l.type_id, l.quantity, type_prices[l.at], type_fees[l.at]
    from unnest(line_orders, line_types, line_quantities, line_at) l (n, type_id, quantity, at)
   where known_ids[l.n] is null and refusals[l.n] = 0;

  insert into audit_rows (at, actor_id, action, object_type, object_id, after, ip, request_id)
  select moment, o.buyer_id, 'order.place', 'order', o.id::text,
         jsonb_build_object('eventId', o.event_id, 'totalCents', o.subtotal + o.fee), o.ip, o.request
    from unnest(ids, event_ids, buyer_ids, subtotals, fees, ips, requests, known_ids, refusals)
           o (id, event_id, buyer_id, subtotal, fee, ip, request, known_id, refusal)
   where o.known_id is null and o.refusal = 0;

  perform stock_change(array_agg(c.event_id), array_agg(c.buyer_id), array_agg(c.type_id), array_agg(c.by), array_agg(0), array_agg(0))
     from (select event_ids[m.n] as event_id, buyer_ids[m.n] as buyer_id, stock.types[m.at] as type_id, m.by
             from unnest(move_orders, move_at, move_by) m (n, at, by) where refusals[m.n] = 0
            union all
           select b.event_id, b.buyer_id, b.type_id, -b.quantity
             from unnest(back_orders, back_events, back_buyers, back_types, back_quantities) b (order_id, event_id, buyer_id, type_id, quantity)
            where b.order_id = any (ended_ids)) c
   having count(*) > 0;

  return (select json_build_object(
    'at', moment,
    'events', (select json_object_agg(e.id, (select v.name from events v where v.id = e.id)) from unnest(stock.events) e (id)),
    'types', (select json_object_agg(t.id, json_build_array((select y.name from ticket_types y where y.id = t.id), t.price, t.fee))
                from unnest(stock.types, type_prices, type_fees) t (id, price, fee)),
    'soldOut', (select coalesce(json_agg(s.id), '[]') from unnest(stock.types, type_free) s (id, free) where s.free <= 0),
    'orders', (select json_agg(case
                 when o.known_id is not null then checkout_replay_order(o.known_id, o.hash)
                 when o.refusal <> 0 then json_build_object('refused', codes[o.refusal])
                 else json_build_object(
                   'heldUntil', o.held_until, 'promoter', case when o.code is not null then json_build_array(o.code, o.name) end) end)
                 from unnest(known_ids, refusals, hashes, held_until, promoter_codes, promoter_names)
                        o (known_id, refusal, hash, held_until, code, name))));
end
$$;
