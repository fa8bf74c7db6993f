/**
 * Decides each order of a batch by the rules of a sale. Pure: `checkout_lock_batch` gives the facts, `checkout_write_batch`
 * writes the decisions.
 */
import type { FailureCode } from '#contract/api/failures.ts'
import { refusalOfDiscount } from '#server/modules/discounts/judge-discount.ts'
import { isOfAge } from '#server/shared/age.ts'
import { isPastPersonLimit } from '#server/modules/stock/person-limits.ts'
import { openBatch, type Batch } from './batch-balance.ts'
import type {
  AcceptedOrder,
  BatchDecision,
  BatchFacts,
  Decision,
  OrderFacts,
  OrderRequest,
  Refusal,
  StoredOrder,
} from './batch-facts.ts'
import { holdTerms, mayDeviceOrder, unprovedShare, waitsUntilMs } from '../holds/hold-rules.ts'
import { findPurchase, sum, type Purchase } from './purchase.ts'

/** Refuses a purchase, or lets it pass. */
type Rule = (purchase: Purchase) => FailureCode | Refusal | null

/** Orders without a session that name one phone or mail and are not paid, in a day. */
const UNPAID_OF_A_CONTACT = 5
const CONTACTS = ['phone', 'mail'] as const

/** The rules of a sale in the order in which a buyer meets them, after the event and its types were found. */
const RULES: readonly Rule[] = [
  refuseEventNotOnSale,
  refuseClosedTypes,
  refuseUnavailableDrinks,
  refuseOverOrderLimit,
  refuseIncompleteProfile,
  refuseUnderAge,
  refuseDiscount,
  refuseClosedPaidSales,
  refuseOverPersonLimit,
  refuseOverContactLimit,
  refuseDuringWait,
  refuseOverDeviceLimit,
  refuseSoldOut,
  refuseUnverifiedShare,
  refuseOverFreeOrders,
]

/**
 * Decides in arrival order, each order whole or not at all. Only accepted orders take from what is left, and the places that
 * one gives back serve the orders after it. A repeated key returns its order, or `idempotency_mismatch` for another request or another call, and changes nothing.
 */
export function decideOrders(requests: readonly OrderRequest[], facts: BatchFacts): BatchDecision {
  const batch = openBatch(facts)
  for (const hold of facts.ended) batch.expire(hold)
  const decisions = requests.map((request, n): Decision => {
    const known = facts.orders[n]
    if (!known) throw new Error(`checkout_lock_batch returned no facts for order ${request.id}`)
    if (known.stored) return replay(request, known.stored)
    if (known.isKeyTaken) return { refused: 'idempotency_mismatch' }
    const decision = decideOrder(request, known, batch)
    if ('accepted' in decision) batch.take(decision.accepted, known.replaces)
    return decision
  })
  return { decisions, ...batch.outcome() }
}

function replay(request: OrderRequest, stored: StoredOrder): Decision {
  return stored.requestHash === request.requestHash ? { replayed: stored } : { refused: 'idempotency_mismatch' }
}

function decideOrder(request: OrderRequest, known: OrderFacts, batch: Batch): Decision {
  const purchase = findPurchase(request, known, batch)
  if ('refused' in purchase) return purchase
  for (const rule of RULES) {
    const refusal = rule(purchase)
    if (refusal !== null) return typeof refusal === 'string' ? { refused: refusal } : refusal
  }
  return { accepted: accept(purchase) }
}

function refuseEventNotOnSale({ event }: Purchase) {
  return event.isOnSale ? null : 'event_not_on_sale'
}

function refuseClosedTypes({ lines }: Purchase) {
  return lines.every(({ type }) => type.isOpen) ? null : 'not_on_sale'
}

function refuseUnavailableDrinks({ drinks }: Purchase) {
  return drinks.every(({ drink }) => drink.isAvailable) ? null : 'drink_not_available'
}

function refuseOverOrderLimit({ seats, event }: Purchase) {
  return seats > event.orderLimit ? 'order_limit' : null
}

function refuseIncompleteProfile({ buyer, event }: Purchase) {
  const isAgeMissing = event.ageLimit !== null && buyer.birthDate === null
  return buyer.hasPhone && !isAgeMissing ? null : 'profile_incomplete'
}

function refuseUnderAge({ buyer, event }: Purchase) {
  if (event.ageLimit === null || buyer.birthDate === null) return null
  return isOfAge(buyer.birthDate, event.ageLimit, event.day) ? null : 'under_age'
}

/** A code that takes nothing off refuses the order that gave it (rule R18.3). */
function refuseDiscount({ request, facts, batch, buyer, code, lines }: Purchase) {
  if (request.discountCode === undefined) return null
  if (!code || !facts.discount) return 'discount_not_found'
  const returned = facts.replaces?.discountId === code.id ? 1 : 0
  return refusalOfDiscount(code, {
    atMs: batch.atMs,
    uses: batch.usesOf(code.id) - returned,
    usesOfPerson: facts.discount.uses - returned,
    // Uses are counted by account, and a code at the checkout verifies none.
    isUnproved: buyer.isUnproved || request.guest !== undefined,
    types: lines.map(({ type }) => type),
  })
}

function refuseClosedPaidSales({ isFree, batch, company }: Purchase) {
  return isFree || (batch.takesPayments && company?.sellsPaid === true) ? null : 'paid_sales_closed'
}

function refuseOverPersonLimit({ event, taken, lines, returnedSeats }: Purchase) {
  const ofEvent = (taken?.[event.id] ?? 0) - returnedSeats
  return isPastPersonLimit(event, { ofEvent }, lines) ? 'person_limit' : null
}

/** Free orders count: they write to the contact at once, and cost nothing. A code to the contact lifts its limit (rule R10.18). */
function refuseOverContactLimit({ facts, request: { guest } }: Purchase): Refusal | null {
  const full = CONTACTS.find(
    (kind) => guest?.proved[kind] !== true && (facts.contact?.unpaid[kind] ?? 0) >= UNPAID_OF_A_CONTACT,
  )
  return full ? { refused: 'contact_limit', contact: full } : null
}

function refuseDuringWait({ isFree, isOffered, lapses, batch }: Purchase): Refusal | null {
  const untilMs = isFree || isOffered ? null : waitsUntilMs(lapses, batch.atMs)
  return untilMs === null ? null : { refused: 'hold_wait', untilMs }
}

function refuseOverDeviceLimit({ isFree, isOffered, request: { device }, event, facts, batch }: Purchase) {
  if (isFree || isOffered) return null
  return mayDeviceOrder(device, batch.holdsOf(device, event.id, facts.replaces)) ? null : 'device_limit'
}

/** Places that the buyer holds already, by an offer or the replaced order, need not be free. */
function refuseSoldOut({ event, lines, seats, returnedSeats, offers, batch }: Purchase) {
  const fitTypes = lines.every(({ type, quantity, returned, offered }) => {
    const more = quantity - returned - offered
    return more <= 0 || more <= batch.freeOf(type.id)
  })
  const moreOfEvent = seats - returnedSeats - sum(offers, ({ places }) => places)
  const fitEvent = moreOfEvent <= 0 || moreOfEvent <= batch.freeOfEvent(event.id)
  return fitTypes && fitEvent ? null : 'sold_out'
}

/** Free places count: they are had without paying, as held ones are. A code to the contact lets the order through. */
function refuseUnverifiedShare({ buyer, facts, lines, batch }: Purchase) {
  if (!buyer.isUnproved) return null
  const fit = lines.every(({ type, quantity, returned }) => {
    const own = facts.replaces?.isUnproved ? returned : 0
    return batch.unprovedOf(type.id) - own + quantity <= unprovedShare(type.capacity)
  })
  return fit ? null : 'contact_unproved'
}

/** They do not lapse, so a code and no wait is the way on. */
function refuseOverFreeOrders({ isFree, buyer, request: { device }, event, batch }: Purchase) {
  if (!isFree || !buyer.isUnproved) return null
  return mayDeviceOrder(device, batch.freeOrdersOf(device, event.id)) ? null : 'contact_unproved'
}

function accept(purchase: Purchase): AcceptedOrder {
  const { request, event, priced, buyer, code, subtotalCents, feeCents, isFree, offers, isOffered } = purchase
  const { facts, past, isLapsing, lapses, batch } = purchase
  const drinks = purchase.drinks.map((each) => each.priced)
  // A hold that is given up for free tickets still limits the end of the next hold.
  const earlier = isOffered || isLapsing ? null : (facts.replaces ?? past.abandoned)
  const replaced = earlier && { untilMs: earlier.heldUntilMs, isRenewed: earlier.isRenewed }
  return {
    request,
    event,
    lines: priced,
    drinks,
    seats: purchase.seats,
    discount: code && { id: code.id, code: code.code },
    discountCents: sum(priced, (line) => line.quantity * line.unitDiscountCents),
    subtotalCents,
    feeCents,
    absorbedFeeCents: sum([...priced, ...drinks], (line) => line.quantity * line.unitAbsorbedFeeCents),
    hold: isFree ? null : holdTerms(batch.atMs, event.holdMinutes, { replaced, lapses: isOffered ? 0 : lapses.count }),
    isHoldExtended: earlier?.isExtended ?? false,
    isUnproved: buyer.isUnproved,
    offers,
    isOffered: isOffered || (facts.replaces?.isOffered ?? false),
    promoter: facts.promoter,
  }
}
