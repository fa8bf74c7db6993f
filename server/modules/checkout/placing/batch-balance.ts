/** Stock and limits left while a batch is decided, and the changes of its decisions. Pure. */
import type {
  AcceptedOrder,
  BatchDecision,
  BatchFacts,
  CompanyFacts,
  DrinkFacts,
  EndedHold,
  EventFacts,
  StockChange,
  ReplacedHold,
  TypeFacts,
} from './batch-facts.ts'
import { openPlaces, openPlacesOfEvent } from '#server/modules/stock/places-left.ts'
import type { DiscountFacts } from '#server/modules/discounts/judge-discount.ts'
import { payUntilMs, type DeviceOrders } from '../holds/hold-rules.ts'

export interface Batch {
  readonly atMs: number
  readonly takesPayments: boolean
  readonly events: ReadonlyMap<string, EventFacts>
  readonly types: ReadonlyMap<string, TypeFacts>
  readonly drinks: ReadonlyMap<string, DrinkFacts>
  readonly companies: ReadonlyMap<string, CompanyFacts>
  /** Without those that people wait for, below zero while they wait for more than there is. */
  freeOf(typeId: string): number
  freeOfEvent(eventId: string): number
  unprovedOf(typeId: string): number
  readonly discountCodes: ReadonlyMap<string, DiscountFacts>
  usesOf(discountId: string): number
  /** A device's unpaid holds, without the one that is replaced. */
  holdsOf(device: string, eventId: string, replaced: ReplacedHold | null): DeviceOrders
  /** What a device had free of charge without a verified contact, in the last day. */
  freeOrdersOf(device: string, eventId: string): DeviceOrders
  /** Ends a hold whose time is over. */
  expire(hold: EndedHold): void
  take(order: AcceptedOrder, replaced: ReplacedHold | null): void
  outcome(): Omit<BatchDecision, 'decisions'>
}

/** Begins with what the facts say. */
export function openBatch(facts: BatchFacts): Batch {
  const byId = <Row extends { readonly id: string }>(rows: readonly Row[]) => new Map(rows.map((row) => [row.id, row]))
  const events = byId(facts.events)
  const types = byId(facts.types)
  const free = new Map(facts.types.map((type) => [type.id, type.free]))
  const unproved = new Map(facts.types.map((type) => [type.id, type.unproved]))
  const freeOfEvent = new Map(
    facts.events.map(({ id, free: left, waitlist }) => [id, (left ?? Infinity) - (waitlist?.keptElsewhere ?? 0)]),
  )
  const wanted: ReadonlyMap<string, number> = new Map(
    facts.events.flatMap(({ waitlist }) => Object.entries(waitlist?.wanted ?? {})),
  )
  const discountCodes = byId(facts.discountCodes)
  const uses = new Map(facts.discountCodes.map((code) => [code.id, code.uses]))
  const [holds, freeOrders] = [new Map<string, number>(), new Map<string, number>()]
  const expiredIds: string[] = []
  const cancelledIds: string[] = []
  const moves: StockChange[] = []

  const add = (to: Map<string, number>, key: string, by: number) => to.set(key, (to.get(key) ?? 0) + by)
  const addOrders = (to: Map<string, number>, device: string | null, eventId: string, by: number) => {
    if (device === null) return
    add(to, device, by)
    add(to, `${device} ${eventId}`, by)
  }
  for (const [device, eventId, count] of facts.holds) addOrders(holds, device, eventId, count)
  for (const [device, eventId, count] of facts.freeOrders) addOrders(freeOrders, device, eventId, count)

  const move = (change: StockChange) => {
    moves.push(change)
    const by = change.held + change.sold
    add(free, change.typeId, -by)
    add(freeOfEvent, change.eventId, -by)
    add(unproved, change.typeId, change.unproved)
  }
  const release = ({ eventId, buyerId, device, isUnproved, discountId, lines }: Omit<EndedHold, 'id'>) => {
    for (const { typeId, quantity } of lines) {
      move({ eventId, buyerId, typeId, held: -quantity, sold: 0, unproved: isUnproved ? -quantity : 0 })
    }
    addOrders(holds, device, eventId, -1)
    if (discountId !== null) add(uses, discountId, -1)
  }

  const stockOf = (typeId: string) => ({ free: free.get(typeId) ?? 0, wanted: wanted.get(typeId) ?? 0 })

  return {
    atMs: facts.atMs,
    takesPayments: facts.takesPayments,
    events,
    types,
    drinks: byId(facts.drinks),
    companies: byId(facts.companies),
    freeOf: (typeId) => openPlaces(stockOf(typeId)),
    freeOfEvent(eventId) {
      const waited = [...wanted.keys()].filter((typeId) => types.get(typeId)?.eventId === eventId)
      return openPlacesOfEvent(freeOfEvent.get(eventId) ?? 0, waited.map(stockOf))
    },
    unprovedOf: (typeId) => unproved.get(typeId) ?? 0,
    discountCodes,
    usesOf: (discountId) => uses.get(discountId) ?? 0,
    holdsOf(device, eventId, replaced) {
      const own = replaced?.device === device ? 1 : 0
      return { ofEvent: (holds.get(`${device} ${eventId}`) ?? 0) - own, all: (holds.get(device) ?? 0) - own }
    },
    freeOrdersOf: (device, eventId) => ({
      ofEvent: freeOrders.get(`${device} ${eventId}`) ?? 0,
      all: freeOrders.get(device) ?? 0,
    }),
    expire(hold) {
      expiredIds.push(hold.id)
      release(hold)
    },
    take({ request, lines, hold, isUnproved, discount, offers }, replaced) {
      const { eventId, buyerId, device } = request
      if (replaced) {
        ;(payUntilMs(replaced.heldUntilMs) <= facts.atMs ? expiredIds : cancelledIds).push(replaced.id)
        release({ ...replaced, eventId, buyerId })
      }
      // The waiting list writes it.
      for (const { typeId, places } of offers) {
        add(free, typeId, places)
        add(freeOfEvent, eventId, places)
      }
      for (const { ticketTypeId: typeId, quantity } of lines) {
        const held = hold ? quantity : 0
        move({ eventId, buyerId, typeId, held, sold: quantity - held, unproved: isUnproved ? quantity : 0 })
      }
      if (hold) addOrders(holds, device, eventId, 1)
      else if (isUnproved) addOrders(freeOrders, device, eventId, 1)
      if (discount) add(uses, discount.id, 1)
    },
    outcome: () => ({
      expiredIds,
      cancelledIds,
      moves,
      soldOut: [...types.keys()].filter((typeId) => openPlaces(stockOf(typeId)) <= 0),
    }),
  }
}
