/**
 * What becomes of each order of a batch. These are the rules of a sale, in the order in which a buyer meets them. Pure:
 * `checkout_lock_batch` gives the facts, `checkout_write_batch` writes the decisions.
 */
import type { FailureCode } from '#contract/failures.ts'
import { ticketFees } from '#contract/prices.ts'
import { discountOf, refusalOfDiscount, type DiscountFacts } from '#server/modules/discounts/judge-discount.ts'
import { isWithin, seenBy } from '#server/modules/events/reach.ts'
import { openBatch, type Batch } from './batch-balance.ts'
import type {
  AskedOrder,
  BatchDecision,
  BatchFacts,
  Decision,
  EventFacts,
  OrderFacts,
  PastOrders,
  PricedLine,
  Refusal,
  StoredOrder,
  TypeFacts,
} from './batch-facts.ts'
import { holdTerms, mayDeviceHold, payUntilMs, unprovedShare, waitsUntilMs } from '../holds/hold-rules.ts'

const ON_SALE = 'active'
const DRAFT = 'pending'
const NO_PAST: PastOrders = { isRaced: false, abandoned: null, lapses: 0, lastLapseMs: null }

/**
 * Decides in arrival order, each order whole or not at all. Only accepted orders take from what is left, and the places that
 * one gives back serve the orders after it. A key that is known gives its order again and changes nothing.
 */
export function decideOrders(asked: readonly AskedOrder[], facts: BatchFacts): BatchDecision {
  const batch = openBatch(facts)
  for (const hold of facts.ended) batch.expire(hold)
  const decisions = asked.map((order, n): Decision => {
    const known = facts.orders[n]
    if (!known) throw new Error('The database forgot an order')
    if (known.stored) return replay(order, known.stored)
    const decision = judge(order, known, batch)
    if ('accepted' in decision) batch.take(decision.accepted, known.replaces)
    return decision
  })
  return { decisions, ...batch.outcome() }
}

function replay(order: AskedOrder, stored: StoredOrder): Decision {
  return stored.requestHash === order.requestHash ? { replayed: stored } : { refused: 'idempotency_mismatch' }
}

function judge(order: AskedOrder, known: OrderFacts, batch: Batch): Decision {
  const refuse = (refused: FailureCode) => ({ refused })
  const past = known.past ?? NO_PAST
  if (past.isRaced) return refuse('operation_running')

  const event = batch.events.get(order.eventId)
  if (!event || event.state === DRAFT) return refuse('event_not_found')
  if (event.isPrivate && !isWithin(event, seenBy(order.viewer))) return refuse('event_not_found')
  const lines = order.items.map((item) => ({ ...item, type: batch.types.get(item.ticketTypeId) }))
  const isComplete = (line: (typeof lines)[number]): line is Line =>
    line.type !== undefined && line.type.eventId === event.id && line.type.isOffered
  if (!lines.every(isComplete)) return refuse('ticket_type_not_found')

  const company = batch.companies.get(event.companyId)
  if (event.state !== ON_SALE || event.isOver || !company?.isApproved) return refuse('event_not_on_sale')
  if (!lines.every(({ type }) => type.isOpen)) return refuse('not_on_sale')
  const seats = lines.reduce((total, { quantity }) => total + quantity, 0)
  if (seats > event.orderLimit) return refuse('order_limit')

  const { buyer } = known
  if (!buyer?.hasPhone) return refuse('profile_incomplete')
  if (event.ageLimit !== null) {
    if (buyer.birthDate === null) return refuse('profile_incomplete')
    if (!isOfAge(buyer.birthDate, event.ageLimit, event.day)) return refuse('under_age')
  }

  const { replaces } = known
  const judged = judgeDiscount(order, known, { batch, buyer, lines })
  if ('refused' in judged) return judged
  const { discount } = judged
  const priced = lines.map((line) => price(line, event, discount))
  const subtotalCents = sum(priced, (line) => line.quantity * line.unitPriceCents)
  const feeCents = sum(priced, (line) => line.quantity * line.unitFeeCents)
  const isFree = subtotalCents + feeCents === 0
  if (!isFree && !(batch.takesPayments && company.sellsPaid)) return refuse('paid_sales_closed')

  const back = (typeId: string) => replaces?.lines.find((line) => line.typeId === typeId)?.quantity ?? 0
  const taken = (id: string) => known.taken?.[id] ?? 0
  const backOfEvent = sum(replaces?.lines ?? [], ({ quantity }) => quantity)
  const isPastLimit =
    taken(event.id) - backOfEvent + seats > event.personLimit ||
    lines.some(({ type, quantity }) => {
      const { perPersonLimit } = type
      return perPersonLimit !== null && taken(type.id) - back(type.id) + quantity > perPersonLimit
    })
  if (isPastLimit) return refuse('person_limit')

  const offers = (known.offers ?? []).filter(({ typeId }) => lines.some(({ type }) => type.id === typeId))
  const offeredOf = (typeId: string) => offers.find((offer) => offer.typeId === typeId)?.places ?? 0
  // Its places are held already: nothing but the sale's own rules may refuse it (rule R19.4).
  const isOffered = offers.length > 0 && lines.every(({ type, quantity }) => quantity <= offeredOf(type.id))

  // A buyer who can no longer pay a hold has let it lapse, although the sweeper has not come by.
  const isLapsing = replaces !== null && payUntilMs(replaces.heldUntilMs) <= batch.atMs
  const isNewLapse = isLapsing && !replaces.isAttempted && !replaces.isOffered
  const lapses = {
    count: past.lapses + (isNewLapse ? 1 : 0),
    lastMs: Math.max(past.lastLapseMs ?? 0, isNewLapse ? replaces.heldUntilMs : 0),
  }
  if (!isFree && !isOffered) {
    const untilMs = waitsUntilMs(lapses, batch.atMs)
    if (untilMs !== null) return { refused: 'hold_wait', untilMs }
    if (!mayDeviceHold(order.device, batch.holdsOf(order.device, event.id, replaces))) {
      return refuse('device_limit')
    }
  }

  const fits = lines.every(({ type, quantity }) => {
    const more = quantity - back(type.id) - offeredOf(type.id)
    return more <= 0 || more <= batch.freeOf(type.id)
  })
  const net = seats - backOfEvent - sum(offers, ({ places }) => places)
  if (!fits || (net > 0 && net > batch.freeOfEvent(event.id))) return refuse('sold_out')
  if (!isFree && buyer.isUnproved) {
    const isWithin = lines.every(({ type, quantity }) => {
      const own = replaces?.isUnproved ? back(type.id) : 0
      return batch.unprovedOf(type.id) - own + quantity <= unprovedShare(type.capacity)
    })
    if (!isWithin) return refuse('contact_unproved')
  }

  // Free tickets end a hold, but the hold after them lasts no longer for it.
  const earlier = isLapsing ? null : (replaces ?? past.abandoned)
  const replaced = earlier && { untilMs: earlier.heldUntilMs, isRenewed: earlier.isRenewed }
  const before = isOffered ? { replaced: null, lapses: 0 } : { replaced, lapses: lapses.count }
  return {
    accepted: {
      asked: order,
      event,
      lines: priced,
      seats,
      discount: discount && { id: discount.id, code: discount.code },
      discountCents: sum(priced, (line) => line.quantity * line.unitDiscountCents),
      subtotalCents,
      feeCents,
      absorbedFeeCents: sum(priced, (line) => line.quantity * line.unitAbsorbedFeeCents),
      hold: isFree ? null : holdTerms(batch.atMs, event.holdMinutes, before),
      isHoldExtended: (!isOffered && earlier?.isExtended) || false,
      isUnproved: buyer.isUnproved,
      offers,
      isOffered: isOffered || (replaces?.isOffered ?? false),
      promoter: known.promoter,
    },
  }
}

interface Line {
  readonly ticketTypeId: string
  readonly quantity: number
  readonly type: TypeFacts
}

/** The code that the order gave, when it may use it; an order whose code takes nothing off is refused (rule R18.3). */
function judgeDiscount(
  order: AskedOrder,
  { discount, replaces }: OrderFacts,
  { batch, buyer, lines }: { batch: Batch; buyer: { readonly isUnproved: boolean }; lines: readonly Line[] },
): Refusal | { readonly discount: DiscountFacts | null } {
  if (order.discountCode === undefined) return { discount: null }
  const code = discount && batch.discountCodes.get(discount.id)
  if (!code) return { refused: 'discount_not_found' }
  const back = replaces?.discountId === code.id ? 1 : 0
  const refused = refusalOfDiscount(code, {
    atMs: batch.atMs,
    uses: batch.usesOf(code.id) - back,
    usesOfPerson: discount.uses - back,
    isUnproved: buyer.isUnproved,
    types: lines.map(({ type }) => type),
  })
  return refused === null ? { discount: code } : { refused }
}

/** A price, a discount and a fee hold for an order as they are when it is placed (rules R7.6, R7.7, R18.2). */
function price({ type, quantity }: Line, event: EventFacts, discount: DiscountFacts | null): PricedLine {
  const unitDiscountCents = discount === null ? 0 : discountOf(discount, type)
  const unitPriceCents = type.priceCents - unitDiscountCents
  const { feeCents, absorbedFeeCents } = ticketFees(unitPriceCents, event.fee, { isAbsorbed: event.absorbsFee })
  return {
    ticketTypeId: type.id,
    name: type.name,
    quantity,
    unitPriceCents,
    unitFeeCents: feeCents,
    unitDiscountCents,
    unitAbsorbedFeeCents: absorbedFeeCents,
    position: type.position,
  }
}

/** Whether somebody born on `birthDate` is so many years old on `day`. A birthday on February 29 counts from the 28th on. */
function isOfAge(birthDate: string, years: number, day: string): boolean {
  const [year = '', ...rest] = birthDate.split('-')
  const birthday = rest.join('-') === '02-29' ? '02-28' : rest.join('-')
  return `${String(Number(year) + years).padStart(4, '0')}-${birthday}` <= day
}

function sum<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((total, item) => total + of(item), 0)
}
