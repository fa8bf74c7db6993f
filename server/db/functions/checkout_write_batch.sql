-- module: checkout
-- Writes what was decided of a batch whose rows this transaction has locked: holds that ended, orders with their lines, and
-- what all that changes of stock; the uses of discount codes that ended holds had come back, those of new orders are taken by
-- the caller, as offers of a waiting list are, and their drinks are added by it. `new_orders` and `new_lines` are rows of those tables, `moves` are changes of stock
-- {eventId, buyerId, typeId, held, sold, unproved}.
create or replace function checkout_write_batch(
  moment timestamptz, expired_ids uuid[], cancelled_ids uuid[], new_orders json, new_lines json, moves json
) returns void
language plpgsql
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
set lock_timeout = '2s'
as $$
declare
  expired constant int[] := array[cardinality(expired_ids)];
  cancelled constant int[] := array[cardinality(cancelled_ids)];
begin
  -- Ended holds leave first: a buyer has one unpaid order per event.
  if expired_ids || cancelled_ids <> '{}' then
    perform checkout_close_orders(moment, expired_ids || cancelled_ids,
                                  array_fill('expired'::text, expired) || array_fill('cancelled'::text, cancelled),
                                  array_fill('order.expire'::text, expired) || array_fill('order.replace'::text, cancelled));
  end if;

  -- Read once: parsing takes as long as inserting. What a row leaves out is false or null.
  with placed as materialized (
    select * from json_to_recordset(new_orders) o (
      id uuid, public_id text, event_id uuid, company_id uuid, buyer_id uuid, state text, held_until_ms bigint,
      subtotal_cents bigint, fee_cents bigint, absorbed_fee_cents bigint, tickets_count int, drinks_count int, platform text, referral_code text,
      discount_code_id uuid, discount_code text, discount_cents bigint, promoter_id uuid, idempotency_key text,
      request_hash text, device text, is_unproved boolean, is_hold_renewed boolean, is_hold_extended boolean, is_offered boolean, guest_name text,
      guest_sent_to text, guest_key text, ip text, request_id text)
  ), stored as (
    insert into orders (id, public_id, event_id, company_id, buyer_id, state, held_until, subtotal_cents, fee_cents, total_cents,
                        absorbed_fee_cents, tickets_count, drinks_count, platform, referral_code, discount_code_id, discount_code,
                        discount_cents, promoter_id, idempotency_key, request_hash, device, is_unproved, is_hold_renewed,
                        is_hold_extended, is_offered, guest_name, guest_sent_to, guest_key, created_at, paid_at, sold_starts_at, sold_venue, sold_address,
                        sold_city, sold_province)
    select o.id, o.public_id, o.event_id, o.company_id, o.buyer_id, o.state, to_timestamp(o.held_until_ms / 1000.0),
           o.subtotal_cents, o.fee_cents, o.subtotal_cents + o.fee_cents, coalesce(o.absorbed_fee_cents, 0), o.tickets_count,
           coalesce(o.drinks_count, 0), o.platform,
           o.referral_code, o.discount_code_id, o.discount_code, coalesce(o.discount_cents, 0), o.promoter_id, o.idempotency_key,
           decode(o.request_hash, 'hex'),
           case when o.state <> 'paid' or o.is_unproved then o.device end, coalesce(o.is_unproved, false), coalesce(o.is_hold_renewed, false),
           coalesce(o.is_hold_extended, false), coalesce(o.is_offered, false), o.guest_name, o.guest_sent_to, decode(o.guest_key, 'hex'), moment,
           case when o.state = 'paid' then moment end,
           e.starts_at, e.venue_name, e.address, e.city, e.province
      from placed o
     cross join lateral (select e.* from events e where e.id = o.event_id limit 1) e
  ), lines as (
    insert into order_lines (order_id, type_id, quantity, unit_price_cents, unit_fee_cents, unit_absorbed_fee_cents,
                             unit_discount_cents)
    select l.order_id, l.type_id, l.quantity, l.unit_price_cents, l.unit_fee_cents, coalesce(l.unit_absorbed_fee_cents, 0),
           coalesce(l.unit_discount_cents, 0)
      from json_to_recordset(new_lines) l (order_id uuid, type_id uuid, quantity int, unit_price_cents bigint, unit_fee_cents bigint,
                                           unit_absorbed_fee_cents bigint, unit_discount_cents bigint)
  )
  insert into audit_rows (at, actor_id, action, object_type, object_id, after, ip, request_id)
  select moment, a.actor_id, a.action, 'order', o.id::text, a.after, a.ip, a.request_id
    from placed o
   cross join lateral (
     select o.buyer_id, 'order.place', jsonb_build_object('eventId', o.event_id, 'totalCents', o.subtotal_cents + o.fee_cents), o.ip, o.request_id
      union all
     select null, 'order.confirm', jsonb_build_object('state', 'paid', 'paidCents', 0), null, null where o.state = 'paid'
   ) a (actor_id, action, after, ip, request_id);

  perform stock_move(array_agg(m."eventId"), array_agg(m."buyerId"), array_agg(m."typeId"), array_agg(m.held), array_agg(m.sold),
                     array_agg(0), array_agg(m.unproved))
     from json_to_recordset(moves) m ("eventId" uuid, "buyerId" uuid, "typeId" uuid, held int, sold int, unproved int)
   having count(*) > 0;
end
$$;
