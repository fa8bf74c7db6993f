/** The statements of a batch of orders. Their caller holds the transaction. */
import { sql, type RawBuilder } from 'kysely'
import { orderDrinkInserts } from '#server/modules/drinks/store.ts'
import { fromEpochMs } from '#server/shared/clock.ts'
import { sum } from './purchase.ts'
import type { AcceptedOrder, OrderRequest, BatchDecision, BatchFacts } from './batch-facts.ts'

/** Locks what the orders need and gives the facts about them. */
export function lockBatch(requests: readonly OrderRequest[]): RawBuilder<Omit<BatchFacts, 'takesPayments'>> {
  const types = new Set(requests.flatMap(({ items }) => items.map(({ ticketTypeId }) => ticketTypeId)))
  const drinks = new Set(requests.flatMap((order) => order.drinks?.map(({ drinkId }) => drinkId) ?? []))
  return sql`
    select * from checkout_lock_batch(
      ${requests.map((order) => order.eventId)}::uuid[], ${requests.map((order) => order.buyerId)}::uuid[],
      ${requests.map((order) => order.key)}::text[], ${requests.map((order) => order.referralCode ?? null)}::text[],
      ${requests.map((order) => order.discountCode ?? null)}::text[], ${requests.map((order) => order.device)}::text[],
      ${requests.map((order) => order.guest?.phone ?? null)}::text[], ${requests.map((order) => order.guest?.mail ?? null)}::text[],
      ${requests.map((order) => order.guest?.key ?? null)}::text[], ${[...types]}::uuid[],
      ${[...drinks]}::uuid[])`
}

/** Writes what was decided; nothing when nothing was. */
export function writeBatch(
  atMs: number,
  { expiredIds, cancelledIds, moves }: BatchDecision,
  accepted: readonly AcceptedOrder[],
): RawBuilder<unknown>[] {
  if (accepted.length + expiredIds.length === 0) return []
  return [
    ...takenOffers(accepted),
    sql`
    select checkout_write_batch(
      ${fromEpochMs(atMs)}::timestamptz, ${expiredIds}::uuid[], ${cancelledIds}::uuid[],
      ${JSON.stringify(accepted.map(orderRow))}::json, ${JSON.stringify(accepted.flatMap(lineRows))}::json,
      ${JSON.stringify(moves)}::json)`,
    ...orderDrinkInserts(accepted.flatMap(drinkRows)),
    ...guestContacts(accepted, atMs),
    ...takenUses(accepted.flatMap(({ discount }) => discount?.id ?? [])),
  ]
}

/** Before the orders, whose places they are then. */
function takenOffers(accepted: readonly AcceptedOrder[]): RawBuilder<unknown>[] {
  const taken = accepted.flatMap(({ request, offers }) => offers.map(({ id }) => ({ id, orderId: request.id })))
  if (taken.length === 0) return []
  return [
    sql`select waiting_list_take(${taken.map(({ id }) => id)}::uuid[], ${taken.map(({ orderId }) => orderId)}::uuid[])`,
  ]
}

/** What buyers without a session wrote, for the limits of their next orders. */
function guestContacts(accepted: readonly AcceptedOrder[], atMs: number): RawBuilder<unknown>[] {
  const rows = accepted.flatMap(({ request: { id, eventId, guest } }) =>
    guest ? [...new Set([guest.phone, guest.mail])].map((contact) => ({ id, eventId, contact })) : [],
  )
  if (rows.length === 0) return []
  return [
    sql`
    insert into guest_contacts (contact, event_id, order_id, created_at)
    select decode(c.contact, 'hex'), c.event_id, c.order_id, ${fromEpochMs(atMs)}::timestamptz
      from unnest(${rows.map(({ contact }) => contact)}::text[], ${rows.map(({ eventId }) => eventId)}::uuid[],
                  ${rows.map(({ id }) => id)}::uuid[]) c (contact, event_id, order_id)`,
  ]
}

/** Each order that was placed with a discount code has one of its uses. */
function takenUses(codeIds: readonly string[]): RawBuilder<unknown>[] {
  return codeIds.length === 0 ? [] : [sql`select discounts_move(${codeIds}::uuid[], ${codeIds.map(() => 1)}::int[])`]
}

/** A field that is left out reads as false or null, which makes a hundred rows a third shorter. */
function orderRow(order: AcceptedOrder) {
  const { request, event, hold, promoter } = order
  return {
    id: request.id,
    public_id: request.publicId,
    event_id: event.id,
    company_id: event.companyId,
    buyer_id: request.buyerId,
    state: hold ? 'reserved' : 'paid',
    held_until_ms: hold?.untilMs,
    subtotal_cents: order.subtotalCents,
    fee_cents: order.feeCents,
    absorbed_fee_cents: order.absorbedFeeCents || undefined,
    tickets_count: order.seats,
    drinks_count: sum(order.drinks, ({ quantity }) => quantity) || undefined,
    platform: request.platform,
    referral_code: promoter?.code,
    discount_code_id: order.discount?.id,
    discount_code: order.discount?.code,
    discount_cents: order.discountCents || undefined,
    promoter_id: promoter?.promoter_id,
    idempotency_key: request.key,
    request_hash: request.requestHash,
    device: request.device,
    is_unproved: order.isUnproved || undefined,
    is_hold_renewed: hold?.isRenewed || undefined,
    is_hold_extended: order.isHoldExtended || undefined,
    is_offered: order.isOffered || undefined,
    guest_name: request.guest?.name,
    guest_sent_to: request.guest?.sentTo,
    guest_key: request.guest?.key,
    ip: request.ip,
    request_id: request.requestId,
  }
}

function lineRows({ request, lines }: AcceptedOrder) {
  return lines.map((line) => ({
    order_id: request.id,
    type_id: line.ticketTypeId,
    quantity: line.quantity,
    unit_price_cents: line.unitPriceCents,
    unit_fee_cents: line.unitFeeCents,
    unit_absorbed_fee_cents: line.unitAbsorbedFeeCents || undefined,
    unit_discount_cents: line.unitDiscountCents || undefined,
  }))
}

function drinkRows({ request, drinks }: AcceptedOrder) {
  return drinks.map(({ name: _, ...drink }) => ({ orderId: request.id, ...drink }))
}
