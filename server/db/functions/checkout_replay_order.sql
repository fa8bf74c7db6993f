-- module: checkout
-- The outcome of a request whose key was used before: its stored order, or a refusal when the request is another one.
create or replace function checkout_replay_order(known_id uuid, hash text) returns json
language sql stable
set enable_seqscan = off
as $$
  select case when o.request_hash <> decode(hash, 'hex') then json_build_object('refused', 'idempotency_mismatch')
    else json_build_object('replayed', json_build_object(
      'id', o.id, 'publicId', o.public_id, 'eventId', o.event_id, 'state', o.state, 'heldUntil', o.held_until,
      'eventName', (select e.name from events e where e.id = o.event_id),
      'subtotalCents', o.subtotal_cents, 'feeCents', o.fee_cents, 'totalCents', o.total_cents, 'createdAt', o.created_at,
      'promoter', case when o.promoter_id is not null then
                    json_build_array(o.referral_code, (select u.name from users u where u.id = o.promoter_id)) end,
      'lines', (select json_agg(json_build_object(
                  'ticketTypeId', l.type_id, 'name', (select t.name from ticket_types t where t.id = l.type_id),
                  'quantity', l.quantity, 'unitPriceCents', l.unit_price_cents, 'unitFeeCents', l.unit_fee_cents))
                  from order_lines l where l.order_id = o.id))) end
    from orders o where o.id = known_id
$$;
