-- module: checkout
-- An order in its current state, for a request whose key was used before; instants in milliseconds since 1970.
create or replace function checkout_stored_order(order_id uuid) returns json
language sql stable
set enable_seqscan = off
as $$
  select json_build_object(
    'id', o.id, 'requestHash', encode(o.request_hash, 'hex'), 'publicId', o.public_id, 'eventId', o.event_id, 'state', o.state,
    'eventName', (select e.name from events e where e.id = o.event_id), 'heldUntilMs', epoch_ms(o.held_until),
    'discountCode', o.discount_code, 'discountCents', o.discount_cents, 'subtotalCents', o.subtotal_cents, 'feeCents', o.fee_cents, 'totalCents', o.total_cents, 'createdAtMs', epoch_ms(o.created_at),
    'referral', case when o.promoter_id is not null then json_build_object(
                  'referralCode', o.referral_code, 'promoterName', (select u.name from users u where u.id = o.promoter_id)) end,
    'lines', (select coalesce(json_agg(json_build_object(
                'ticketTypeId', l.type_id, 'name', (select t.name from ticket_types t where t.id = l.type_id),
                'quantity', l.quantity, 'unitPriceCents', l.unit_price_cents, 'unitFeeCents', l.unit_fee_cents,
                'unitDiscountCents', l.unit_discount_cents) order by l.type_id), '[]')
                from order_lines l where l.order_id = o.id),
    'drinks', case when o.drinks_count = 0 then '[]' else (
              select json_agg(json_build_object(
                'drinkId', d.drink_id, 'name', (select k.name from drinks k where k.id = d.drink_id),
                'quantity', d.quantity, 'unitPriceCents', d.unit_price_cents, 'unitFeeCents', d.unit_fee_cents) order by d.drink_id)
                from order_drinks d where d.order_id = o.id) end)
    from orders o where o.id = checkout_stored_order.order_id
$$;
