-- module: checkout
-- What payments and reversals are decided by of an order whose row is locked (`LockedOrder` in store.ts names every field).
create or replace function checkout_locked_order(o orders) returns json
language sql stable
as $$
  select json_build_object(
    'id', o.id, 'publicId', o.public_id, 'eventId', o.event_id, 'companyId', o.company_id, 'buyerId', o.buyer_id,
    'state', o.state, 'isHoldExtended', o.is_hold_extended, 'isUnproved', o.is_unproved,
    'subtotalCents', o.subtotal_cents, 'feeCents', o.fee_cents, 'totalCents', o.total_cents,
    'absorbedFeeCents', o.absorbed_fee_cents, 'paidCents', o.paid_cents, 'refundedCents', o.refunded_cents,
    'drinksCount', o.drinks_count, 'ticketId', o.ticket_id, 'isOver', coalesce(o.held_until <= app_now(), false))
$$;
