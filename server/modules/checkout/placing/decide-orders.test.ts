/** The rules of a sale: each alone as a table of cases, and what holds of any batch. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type {
  OrderRequest,
  BatchFacts,
  Decision,
  EventFacts,
  OrderFacts,
  PastOrders,
  TypeFacts,
} from './batch-facts.ts'
import { DEFAULT_FEE_TERMS, type FeeTerms } from '#contract/values/prices.ts'
import { request, buyer, company, event, fresh, hold, MINUTE, NOW, stored, type } from '#server/testing/batch-facts.ts'
import { decideOrders } from './decide-orders.ts'

interface Case {
  readonly request?: Partial<OrderRequest>
  readonly known?: Partial<OrderFacts>
  readonly event?: Partial<EventFacts>
  readonly type?: Partial<TypeFacts>
  readonly company?: Partial<typeof company>
  readonly facts?: Partial<BatchFacts>
}

function decideOne(given: Case): { decision: Decision; outcome: ReturnType<typeof decideOrders> } {
  const facts: BatchFacts = {
    atMs: NOW,
    takesPayments: true,
    orders: [{ ...fresh, ...given.known }],
    events: [{ ...event, ...given.event }],
    companies: [{ ...company, ...given.company }],
    types: [{ ...type, ...given.type }],
    discountCodes: [],
    drinks: [],
    ended: [],
    holds: [],
    freeOrders: [],
    ...given.facts,
  }
  const outcome = decideOrders([{ ...request, ...given.request }], facts)
  const [decision] = outcome.decisions
  if (!decision) throw new Error('one order was asked for')
  return { decision, outcome }
}

const wordOf = (decision: Decision) =>
  'refused' in decision ? decision.refused : 'replayed' in decision ? 'replayed' : 'accepted'

const member = { roles: ['ORGANIZATOR', 'CLIENT'] as const, companyId: 'company', eventRoles: [] }
const unproved = { ...buyer, isUnproved: true }
const past = (lapses: number, minutesAgo: number): PastOrders => {
  return { isRaced: false, abandoned: null, lapses, lastLapseMs: NOW - minutesAgo * MINUTE }
}

test.each<[string, Case, string]>([
  ['an order like any other', {}, 'accepted'],
  ['an event that does not exist', { facts: { events: [] } }, 'event_not_found'],
  ['a draft', { event: { state: 'pending' } }, 'event_not_found'],
  ['a private event', { event: { isPrivate: true } }, 'event_not_found'],
  ['a private event of their own', { event: { isPrivate: true }, request: { viewer: member } }, 'accepted'],
  ['a type of another event', { type: { eventId: 'other' } }, 'ticket_type_not_found'],
  ['a type that is not offered', { type: { isOffered: false } }, 'ticket_type_not_found'],
  ['an event that is not on sale', { event: { isOnSale: false } }, 'event_not_on_sale'],
  ['a closed sale', { type: { isOpen: false } }, 'not_on_sale'],
  ['too many for an order', { event: { orderLimit: 1 } }, 'order_limit'],
  ['a buyer without a phone', { known: { buyer: { ...buyer, hasPhone: false } } }, 'profile_incomplete'],
  ['a buyer who is gone', { known: { buyer: null } }, 'profile_incomplete'],
  [
    'of age on the day',
    { event: { ageLimit: 18 }, known: { buyer: { ...buyer, birthDate: '2008-11-28' } } },
    'accepted',
  ],
  ['a day short', { event: { ageLimit: 18 }, known: { buyer: { ...buyer, birthDate: '2008-11-29' } } }, 'under_age'],
  [
    'of an unknown age where it matters',
    { event: { ageLimit: 18 }, known: { buyer: { ...buyer, birthDate: null } } },
    'profile_incomplete',
  ],
  ['no account to be paid to', { company: { sellsPaid: false } }, 'paid_sales_closed'],
  ['no provider', { facts: { takesPayments: false } }, 'paid_sales_closed'],
  ['neither, for nothing', { company: { sellsPaid: false }, type: { priceCents: 0 } }, 'accepted'],
  ['too many for a person', { known: { taken: { event: 19 } } }, 'person_limit'],
  ['too many of the type for a person', { type: { perPersonLimit: 3 }, known: { taken: { type: 2 } } }, 'person_limit'],
  ['those it replaces do not count', { known: { taken: { event: 20, type: 20 }, replaces: hold } }, 'accepted'],
  ['three lapsed holds', { known: { past: past(3, 10) } }, 'hold_wait'],
  ['three lapsed holds half an hour ago', { known: { past: past(3, 30) } }, 'accepted'],
  ['three lapsed holds, for nothing', { known: { past: past(3, 10) }, type: { priceCents: 0 } }, 'accepted'],
  ['a third that lapses now', { known: { past: past(2, 60), replaces: { ...hold, heldUntilMs: NOW } } }, 'hold_wait'],
  [
    'a third that was tried to be paid',
    {
      known: { past: past(2, 60), replaces: { ...hold, heldUntilMs: NOW, isAttempted: true } },
    },
    'accepted',
  ],
  ['three holds of the device', { facts: { holds: [['device', 'event', 3]] } }, 'device_limit'],
  ['three of another event', { facts: { holds: [['device', 'other', 3]] } }, 'accepted'],
  ['ten holds of the device', { facts: { holds: [['device', 'other', 10]] } }, 'device_limit'],
  ['three holds, for nothing', { facts: { holds: [['device', 'event', 3]] }, type: { priceCents: 0 } }, 'accepted'],
  [
    'one of the three is replaced',
    { facts: { holds: [['device', 'event', 3]] }, known: { replaces: hold } },
    'accepted',
  ],
  ['too few left', { type: { free: 1 } }, 'sold_out'],
  ['too few left with those it gives back', { type: { free: 0 }, known: { replaces: hold } }, 'accepted'],
  ['too few left in the event', { event: { free: 1 } }, 'sold_out'],
  ['half held by those who proved nothing', { type: { unproved: 49 }, known: { buyer: unproved } }, 'contact_unproved'],
  ['less than half', { type: { unproved: 48 }, known: { buyer: unproved } }, 'accepted'],
  ['half, and a contact proved', { type: { unproved: 50 } }, 'accepted'],
  ['half, for nothing', { type: { unproved: 50, priceCents: 0 }, known: { buyer: unproved } }, 'contact_unproved'],
  ['less than half, for nothing', { type: { unproved: 48, priceCents: 0 }, known: { buyer: unproved } }, 'accepted'],
  ['half, for nothing, of a code', { type: { unproved: 50, priceCents: 0 } }, 'accepted'],
  ['too few left, half of them theirs', { type: { unproved: 50, free: 1 }, known: { buyer: unproved } }, 'sold_out'],
  [
    'three free orders of the device',
    { type: { priceCents: 0 }, known: { buyer: unproved }, facts: { freeOrders: [['device', 'event', 3]] } },
    'contact_unproved',
  ],
  [
    'ten free orders of the device',
    { type: { priceCents: 0 }, known: { buyer: unproved }, facts: { freeOrders: [['device', 'other', 10]] } },
    'contact_unproved',
  ],
  [
    'three free orders of the device, and a contact proved',
    { type: { priceCents: 0 }, facts: { freeOrders: [['device', 'event', 3]] } },
    'accepted',
  ],
  [
    'three free orders of the device, for money',
    { known: { buyer: unproved }, facts: { freeOrders: [['device', 'event', 3]] } },
    'accepted',
  ],
  [
    'three free orders of an address',
    {
      type: { priceCents: 0 },
      known: { buyer: unproved },
      request: { device: 'ip 127.0.0.1' },
      facts: { freeOrders: [['ip 127.0.0.1', 'event', 30]] },
    },
    'accepted',
  ],
  [
    'half, its own among them',
    { type: { unproved: 50 }, known: { buyer: unproved, replaces: { ...hold, isUnproved: true } } },
    'accepted',
  ],
  [
    'another unpaid order at the same moment',
    { known: { past: { ...past(0, 0), isRaced: true } } },
    'operation_running',
  ],
  ['a known key', { known: { stored } }, 'replayed'],
  ['a known key whatever else speaks against it', { known: { stored }, event: { state: 'cancelled' } }, 'replayed'],
  ['a known key of another request', { known: { stored }, request: { requestHash: 'bb' } }, 'idempotency_mismatch'],
  ['a key of another call', { known: { isKeyTaken: true } }, 'idempotency_mismatch'],
])('%s: %3$s', (_name, given, expected) => {
  expect(wordOf(decideOne(given).decision)).toBe(expected)
})

describe('what is accepted', () => {
  test.each<[price: number, seats: number, Partial<FeeTerms>, absorbs: boolean, costs: readonly number[]]>([
    [12_345_00, 2, { percentBps: 1250 }, false, [24_690_00, 2 * 1_543_00, 0]],
    [12_345_00, 2, { percentBps: 1250 }, true, [24_690_00, 0, 2 * 1_543_00]],
    [900_00, 2, { fixedCents: 50_00, leastCents: 200_00 }, false, [1800_00, 2 * 200_00, 0]],
    [90_000_00, 2, { fixedCents: 50_00, mostCents: 5_000_00 }, true, [180_000_00, 0, 2 * 5_000_00]],
    [0, 10, { percentBps: 3000, leastCents: 200_00 }, false, [0, 0, 0]],
    [1_000_000_000_00, 10, { percentBps: 3000 }, false, [10_000_000_000_00, 3_000_000_000_00, 0]],
  ])('%i × %i at %j, absorbed %j, costs %j', (priceCents, quantity, terms, absorbsFee, costs) => {
    const [subtotalCents = 0, feeCents = 0, absorbedFeeCents = 0] = costs
    const items = [{ ticketTypeId: 'type', quantity }]
    const fee = { ...DEFAULT_FEE_TERMS, ...terms }
    const { decision } = decideOne({ request: { items }, type: { priceCents }, event: { fee, absorbsFee } })
    const line = { unitFeeCents: feeCents / quantity, unitAbsorbedFeeCents: absorbedFeeCents / quantity }
    expect(decision).toMatchObject({ accepted: { subtotalCents, feeCents, absorbedFeeCents, lines: [line] } })
  })

  test.each<[string, Case, Partial<ReturnType<typeof decideOrders>>]>([
    ['holds its places', {}, { moves: [move({ held: 2 })], cancelledIds: [], expiredIds: [] }],
    ['takes them at once for nothing', { type: { priceCents: 0 } }, { moves: [move({ sold: 2 })] }],
    ['counts among the unproved', { known: { buyer: unproved } }, { moves: [move({ held: 2, unproved: 2 })] }],
    [
      'ends the hold that it replaces',
      { known: { replaces: hold } },
      { moves: [move({ held: -2 }), move({ held: 2 })], cancelledIds: ['earlier'], expiredIds: [] },
    ],
    [
      'ends one that can no longer be paid as expired',
      { known: { replaces: { ...hold, heldUntilMs: NOW + MINUTE } } },
      { cancelledIds: [], expiredIds: ['earlier'] },
    ],
    [
      'gives back what the unproved held',
      { known: { replaces: { ...hold, isUnproved: true } } },
      { moves: [move({ held: -2, unproved: -2 }), move({ held: 2 })] },
    ],
  ])('%s', (_name, given, expected) => {
    expect(decideOne(given).outcome).toMatchObject(expected)
  })
})

function move(by: { held?: number; sold?: number; unproved?: number }) {
  return { eventId: 'event', buyerId: 'buyer', typeId: 'type', held: 0, sold: 0, unproved: 0, ...by }
}

describe('any batch', () => {
  const TYPES = ['a', 'b', 'c']
  const cart = fc.uniqueArray(
    fc.record({ ticketTypeId: fc.constantFrom(...TYPES), quantity: fc.integer({ min: 1, max: 4 }) }),
    {
      selector: (item) => item.ticketTypeId,
      minLength: 1,
    },
  )
  const earlier = fc.record({
    lines: fc.uniqueArray(fc.record({ typeId: fc.constantFrom(...TYPES), quantity: fc.integer({ min: 1, max: 4 }) }), {
      selector: (line) => line.typeId,
      minLength: 1,
    }),
    minutesLeft: fc.integer({ min: -2, max: 15 }),
    isUnproved: fc.boolean(),
  })
  const batches = fc.record({
    types: fc.tuple(...TYPES.map(() => fc.record({ free: fc.nat(8), isFree: fc.boolean(), spare: fc.nat(6) }))),
    eventFree: fc.option(fc.nat(12)),
    orders: fc.array(
      fc.record({
        cart,
        device: fc.constantFrom('x', 'y', 'ip 1'),
        replaces: fc.option(earlier, { freq: 4 }),
        isUnproved: fc.boolean(),
        isKnown: fc.boolean(),
      }),
      { minLength: 1, maxLength: 12 },
    ),
    ended: fc.array(fc.record({ typeId: fc.constantFrom(...TYPES), quantity: fc.integer({ min: 1, max: 3 }) }), {
      maxLength: 3,
    }),
  })

  test('never goes below zero, takes all or nothing, in arrival order, and a known key changes nothing', () => {
    fc.assert(
      fc.property(batches, (batch) => {
        const orders = batch.orders.map((order, n) => ({
          ...request,
          id: `order-${n}`,
          buyerId: `buyer-${n}`,
          device: order.device,
          items: order.cart,
        }))
        const facts: BatchFacts = {
          atMs: NOW,
          takesPayments: true,
          events: [{ ...event, free: batch.eventFree, personLimit: 100, orderLimit: 100 }],
          drinks: [],
          companies: [company],
          types: TYPES.map((id, n) => {
            const { free = 0, isFree = false, spare = 0 } = batch.types[n] ?? {}
            return { ...type, id, free, capacity: free + spare + 40, unproved: 12, priceCents: isFree ? 0 : 500_00 }
          }),
          orders: batch.orders.map((order, n) => ({
            ...fresh,
            buyer: { ...buyer, isUnproved: order.isUnproved },
            stored: order.isKnown && n % 3 === 0 ? stored : null,
            replaces: order.replaces && {
              ...hold,
              id: `hold-${n}`,
              device: null,
              lines: order.replaces.lines,
              isUnproved: order.replaces.isUnproved,
              heldUntilMs: NOW + order.replaces.minutesLeft * MINUTE,
            },
          })),
          ended: batch.ended.map((line, n) => ({
            id: `ended-${n}`,
            eventId: 'event',
            buyerId: `someone-${n}`,
            device: null,
            isUnproved: false,
            discountId: null,
            lines: [line],
          })),
          discountCodes: [],
          holds: [],
          freeOrders: [],
        }
        const outcome = decideOrders(orders, facts)

        // Played again in arrival order: nothing ever goes below zero, and what was refused for want of places had none.
        const free = new Map(facts.types.map(({ id, free }) => [id, free]))
        let eventFree = batch.eventFree ?? Infinity
        const take = (typeId: string, quantity: number) => {
          free.set(typeId, (free.get(typeId) ?? 0) - quantity)
          eventFree -= quantity
        }
        for (const { typeId, quantity } of batch.ended) take(typeId, -quantity)
        const devices = new Map<string, number>()
        for (const [n, decision] of outcome.decisions.entries()) {
          const order = orders[n] as OrderRequest // as many
          const replaced = facts.orders[n]?.replaces
          const word = wordOf(decision)
          if (facts.orders[n]?.stored) expect(word).toBe('replayed')
          const attempt = new Map(free)
          let attemptEvent = eventFree
          for (const { typeId, quantity } of replaced?.lines ?? []) {
            attempt.set(typeId, (attempt.get(typeId) ?? 0) + quantity)
            attemptEvent += quantity
          }
          for (const { ticketTypeId, quantity } of order.items) {
            attempt.set(ticketTypeId, (attempt.get(ticketTypeId) ?? 0) - quantity)
            attemptEvent -= quantity
          }
          const wouldFit =
            order.items.every(({ ticketTypeId }) => (attempt.get(ticketTypeId) ?? 0) >= 0) && attemptEvent >= 0
          if (word === 'sold_out') expect(wouldFit).toBe(false)
          if (!('accepted' in decision)) continue
          for (const { typeId, quantity } of replaced?.lines ?? []) take(typeId, -quantity)
          for (const { ticketTypeId, quantity } of order.items) take(ticketTypeId, quantity)
          expect(decision.accepted.lines.map(({ ticketTypeId, quantity }) => ({ ticketTypeId, quantity }))).toEqual(
            order.items,
          )
          for (const { ticketTypeId } of order.items) expect(free.get(ticketTypeId)).toBeGreaterThanOrEqual(0)
          if (decision.accepted.hold && !order.device.startsWith('ip')) {
            devices.set(order.device, (devices.get(order.device) ?? 0) + 1)
            expect(devices.get(order.device)).toBeLessThanOrEqual(3)
          }
        }
        // What is written is exactly that.
        for (const [typeId, left] of free) {
          const moved = outcome.moves.filter((each) => each.typeId === typeId)
          const before = facts.types.find(({ id }) => id === typeId)?.free ?? 0
          expect(before - moved.reduce((total, { held, sold }) => total + held + sold, 0)).toBe(left)
        }
        expect(outcome.soldOut).toEqual([...free].filter(([, left]) => left <= 0).map(([id]) => id))
        // A hold that ends ends once.
        const over = [...outcome.expiredIds, ...outcome.cancelledIds]
        expect(new Set(over).size).toBe(over.length)
      }),
      { numRuns: 500 },
    )
  })

  test('does not touch the hold of an order that is refused', () => {
    const { outcome } = decideOne({
      type: { free: 0 },
      request: { items: [{ ticketTypeId: 'type', quantity: 5 }] },
      known: { replaces: hold },
    })
    expect(outcome).toMatchObject({ moves: [], cancelledIds: [], expiredIds: [] })
  })
})
