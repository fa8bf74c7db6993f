/** One order request with all that the rules of a sale ask about it. Pure. */
import { ticketFees } from '#contract/values/prices.ts'
import { discountOf, type DiscountFacts } from '#server/modules/discounts/judge-discount.ts'
import { isWithin, seenBy } from '#server/modules/events/reach.ts'
import { payUntilMs, type Lapses } from '../holds/hold-rules.ts'
import type { Batch } from './batch-balance.ts'
import type {
  CompanyFacts,
  DrinkFacts,
  EventFacts,
  Offer,
  OrderFacts,
  OrderRequest,
  PastOrders,
  PricedDrink,
  PricedLine,
  Refusal,
  ReplacedHold,
  TypeFacts,
} from './batch-facts.ts'

const DRAFT = 'pending'
const NO_PAST: PastOrders = { isRaced: false, abandoned: null, lapses: 0, lastLapseMs: null }
const NO_BUYER = { hasPhone: false, birthDate: null, isUnproved: true }

export interface Purchase {
  readonly request: OrderRequest
  readonly facts: OrderFacts
  readonly past: PastOrders
  readonly batch: Batch
  readonly event: EventFacts
  readonly company: CompanyFacts | undefined
  readonly buyer: NonNullable<OrderFacts['buyer']>
  readonly lines: readonly PurchaseLine[]
  readonly seats: number
  /** Places that the replaced order gives back. */
  readonly returnedSeats: number
  /** The code that the request names, if the event has it. */
  readonly code: DiscountFacts | null
  /** With the code's discount, whether or not it may be used. */
  readonly priced: readonly PricedLine[]
  readonly drinks: readonly PurchaseDrink[]
  readonly subtotalCents: number
  readonly feeCents: number
  readonly isFree: boolean
  /** The buyer's offers of these types. */
  readonly offers: readonly Offer[]
  /** Offers hold all its places already: only the sale's own rules may refuse it (rule R19.4). */
  readonly isOffered: boolean
  /** The replaced hold can no longer be paid, although no sweep has ended it yet. */
  readonly isLapsing: boolean
  readonly lapses: Lapses
  /** Places that count for limits a person: the buyer's own, or without a session those of the contacts. */
  readonly taken: Readonly<Record<string, number>> | null
}

export interface PurchaseLine {
  readonly type: TypeFacts
  readonly quantity: number
  /** Places of the type that the replaced order gives back. */
  readonly returned: number
  /** Places of the type that are kept for this buyer. */
  readonly offered: number
  /** Places of the type that the buyer keeps: held or bought, without those that return. */
  readonly takenOfType: number
}

export interface PurchaseDrink {
  readonly drink: DrinkFacts
  readonly priced: PricedDrink
}

/** Finds what the request names. Refuses what raced with another one, and an event or a type that its buyer may not see. */
export function findPurchase(request: OrderRequest, facts: OrderFacts, batch: Batch): Refusal | Purchase {
  const { replaces } = facts
  const past = facts.past ?? NO_PAST
  if (past.isRaced) return { refused: 'operation_running' }
  // Joined to an account, or activated, since the request was read: it finds the person of its contacts once more.
  if (request.guest && facts.buyer?.isPending !== true) return { refused: 'operation_running' }
  const taken = facts.contact?.taken ?? (request.guest ? null : facts.taken)
  const event = batch.events.get(request.eventId)
  if (!event || !isVisible(event, request)) return { refused: 'event_not_found' }
  const lines: PurchaseLine[] = []
  for (const { ticketTypeId, quantity } of request.items) {
    const type = batch.types.get(ticketTypeId)
    if (!type?.isOffered || type.eventId !== event.id) return { refused: 'ticket_type_not_found' }
    const returned = placesOf(replaces?.lines, type.id)
    const takenOfType = (taken?.[type.id] ?? 0) - returned
    const offered = facts.offers?.find((offer) => offer.typeId === type.id)?.places ?? 0
    lines.push({ type, quantity, returned, offered, takenOfType })
  }
  const drinks: PurchaseDrink[] = []
  for (const { drinkId, quantity } of request.drinks ?? []) {
    const drink = batch.drinks.get(drinkId)
    if (!drink || drink.isRemoved || drink.eventId !== event.id) return { refused: 'drink_not_found' }
    drinks.push({ drink, priced: priceDrink(drink, quantity, event) })
  }
  const code =
    request.discountCode !== undefined && facts.discount ? (batch.discountCodes.get(facts.discount.id) ?? null) : null
  const priced = lines.map((line) => price(line, event, code))
  const sold = [...priced, ...drinks.map((each) => each.priced)]
  const subtotalCents = sum(sold, (line) => line.quantity * line.unitPriceCents)
  const feeCents = sum(sold, (line) => line.quantity * line.unitFeeCents)
  const offers = facts.offers?.filter(({ typeId }) => lines.some(({ type }) => type.id === typeId)) ?? []
  const isLapsing = replaces !== null && payUntilMs(replaces.heldUntilMs) <= batch.atMs
  return {
    request,
    facts,
    past,
    batch,
    event,
    company: batch.companies.get(event.companyId),
    buyer: buyerOf(request, facts),
    lines,
    seats: sum(lines, ({ quantity }) => quantity),
    returnedSeats: replaces ? sum(replaces.lines, ({ quantity }) => quantity) : 0,
    code,
    priced,
    drinks,
    subtotalCents,
    feeCents,
    isFree: subtotalCents + feeCents === 0,
    offers,
    isOffered: offers.length > 0 && lines.every(({ quantity, offered }) => quantity <= offered),
    isLapsing,
    lapses: lapsesOf(past, isLapsing ? replaces : null),
    taken,
  }
}

/** Without a session, a code that was typed at the checkout verifies the buyer of this order. */
function buyerOf({ guest }: OrderRequest, { buyer }: OrderFacts): Purchase['buyer'] {
  const known = buyer ?? NO_BUYER
  return guest && (guest.proved.phone || guest.proved.mail) ? { ...known, isUnproved: false } : known
}

function isVisible(event: EventFacts, { viewer }: OrderRequest): boolean {
  return event.state !== DRAFT && (!event.isPrivate || isWithin(event, seenBy(viewer)))
}

function placesOf(lines: ReplacedHold['lines'] | undefined, typeId: string): number {
  return lines?.find((line) => line.typeId === typeId)?.quantity ?? 0
}

/** The buyer's lapsed holds, with the one that lapses now. */
function lapsesOf(past: PastOrders, lapsing: ReplacedHold | null): Lapses {
  const count = past.lapses
  const lastMs = past.lastLapseMs ?? 0
  if (!lapsing || lapsing.isAttempted || lapsing.isOffered) return { count, lastMs }
  return { count: count + 1, lastMs: Math.max(lastMs, lapsing.heldUntilMs) }
}

/** A price, a discount and a fee hold for an order as they are when it is placed (rules R7.6, R7.7, R18.2). */
function price({ type, quantity }: PurchaseLine, event: EventFacts, code: DiscountFacts | null): PricedLine {
  const unitDiscountCents = code === null ? 0 : discountOf(code, type)
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

/** The fee of a drink is reckoned as a ticket's; no discount code takes off it. */
export function priceDrink(
  drink: Pick<DrinkFacts, 'id' | 'name' | 'priceCents'>,
  quantity: number,
  event: Pick<EventFacts, 'fee' | 'absorbsFee'>,
): PricedDrink {
  const { id: drinkId, name, priceCents } = drink
  const { feeCents, absorbedFeeCents } = ticketFees(priceCents, event.fee, { isAbsorbed: event.absorbsFee })
  return {
    drinkId,
    name,
    quantity,
    unitPriceCents: priceCents,
    unitFeeCents: feeCents,
    unitAbsorbedFeeCents: absorbedFeeCents,
  }
}

export function sum<Item>(items: readonly Item[], of: (item: Item) => number): number {
  let total = 0
  for (const item of items) total += of(item)
  return total
}
