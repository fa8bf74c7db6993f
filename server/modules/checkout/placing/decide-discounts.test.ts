/** What a discount code does to an order: each rule alone, and what holds of any batch (rules R18). */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { DiscountFacts } from '#server/modules/discounts/judge-discount.ts'
import { request, buyer, code, company, event, fresh, hold, MINUTE, NOW, type } from '#server/testing/batch-facts.ts'
import type { OrderRequest, BatchFacts, Decision, OrderFacts } from './batch-facts.ts'
import { decideOrders } from './decide-orders.ts'

const facts: BatchFacts = {
  atMs: NOW,
  takesPayments: true,
  orders: [],
  events: [event],
  companies: [company],
  types: [type],
  discountCodes: [code],
  drinks: [],
  ended: [],
  holds: [],
  freeOrders: [],
}
const withCode: OrderRequest = { ...request, discountCode: 'VERANO20' }
const known: OrderFacts = { ...fresh, discount: { id: 'code', uses: 0 } }

function decideOne(given: { code?: Partial<DiscountFacts>; known?: Partial<OrderFacts>; facts?: Partial<BatchFacts> }) {
  const outcome = decideOrders([withCode], {
    ...facts,
    discountCodes: [{ ...code, ...given.code }],
    ...given.facts,
    orders: [{ ...known, ...given.known }],
  })
  const [decision] = outcome.decisions
  if (!decision) throw new Error('one order was asked for')
  return decision
}
const wordOf = (decision: Decision) => ('refused' in decision ? decision.refused : 'accepted')
const acceptedOf = (decision: Decision) => {
  if (!('accepted' in decision)) throw new Error(`It was refused: ${wordOf(decision)}`)
  return decision.accepted
}

test('price, discount and fee are of each ticket, and the fee is of the price that is left', () => {
  const order = acceptedOf(decideOne({}))
  expect(order.lines).toMatchObject([
    { quantity: 2, unitPriceCents: 1_440_000, unitDiscountCents: 360_000, unitFeeCents: 144_000 },
  ])
  expect(order).toMatchObject({
    discount: { id: 'code', code: 'VERANO20' },
    discountCents: 720_000,
    subtotalCents: 2_880_000,
    feeCents: 288_000,
  })
})

test('a company that absorbs the fee bears it out of the price that is left', () => {
  const order = acceptedOf(decideOne({ facts: { events: [{ ...event, absorbsFee: true }] } }))
  expect(order).toMatchObject({ subtotalCents: 2_880_000, feeCents: 0, absorbedFeeCents: 288_000 })
})

test('down to nothing it is a free order: no fee, no hold, and no account of the company is needed', () => {
  const order = acceptedOf(
    decideOne({ code: { percent: 100 }, facts: { companies: [{ ...company, sellsPaid: false }] } }),
  )
  expect(order).toMatchObject({ subtotalCents: 0, feeCents: 0, hold: null, discountCents: 3_600_000 })
})

describe('an order with a code', () => {
  test.each<[string, Parameters<typeof decideOne>[0], string]>([
    ['that does not exist', { known: { discount: null } }, 'discount_not_found'],
    ['that was stopped meanwhile', { facts: { discountCodes: [] } }, 'discount_not_found'],
    ['before its time', { code: { startsAtMs: NOW + MINUTE } }, 'discount_not_open'],
    ['after its time', { code: { endsAtMs: NOW } }, 'discount_not_open'],
    ['for other types', { code: { typeIds: ['vip'] } }, 'discount_other_types'],
    ['used up', { code: { maxUses: 3, uses: 3 } }, 'discount_used_up'],
    ['with a use left', { code: { maxUses: 3, uses: 2 } }, 'accepted'],
    [
      'used up, by the hold that it replaces',
      { code: { maxUses: 3, uses: 3 }, known: { replaces: { ...hold, discountId: 'code' } } },
      'accepted',
    ],
    [
      'used up, in place of a hold without it',
      { code: { maxUses: 3, uses: 3 }, known: { replaces: hold } },
      'discount_used_up',
    ],
    [
      'used up, by a hold whose time is over',
      {
        code: { maxUses: 3, uses: 3 },
        facts: {
          ended: [
            { id: 'e', eventId: 'event', buyerId: 'b', device: null, isUnproved: false, discountId: 'code', lines: [] },
          ],
        },
      },
      'accepted',
    ],
    [
      'that the person used',
      { code: { perPersonLimit: 1 }, known: { discount: { id: 'code', uses: 1 } } },
      'discount_person_limit',
    ],
    [
      'that the person holds, and replaces',
      {
        code: { perPersonLimit: 1 },
        known: { discount: { id: 'code', uses: 1 }, replaces: { ...hold, discountId: 'code' } },
      },
      'accepted',
    ],
    [
      'of one a person, by an account that proved nothing',
      { code: { perPersonLimit: 1 }, known: { buyer: { ...buyer, isUnproved: true } } },
      'contact_unproved',
    ],
  ])('%s: %s', (_name, given, expected) => {
    expect(wordOf(decideOne(given))).toBe(expected)
  })
})

test('without a code nothing is taken off, whatever the event has', () => {
  const { decisions } = decideOrders([request], { ...facts, orders: [fresh] })
  expect(acceptedOf(decisions[0] as Decision)).toMatchObject({
    discount: null,
    discountCents: 0,
    subtotalCents: 3_600_000,
  })
})

test('no batch takes a use too many, and refuses none that there was (R18.4)', () => {
  const order = fc.record({ hasCode: fc.boolean(), replaces: fc.boolean(), quantity: fc.integer({ min: 1, max: 3 }) })
  const batches = fc.record({
    orders: fc.array(order, { maxLength: 30 }),
    maxUses: fc.integer({ min: 1, max: 10 }),
    used: fc.nat(10),
    ended: fc.nat(3),
  })
  fc.assert(
    fc.property(batches, (batch) => {
      const replacing = batch.orders.filter(({ replaces }) => replaces).length
      const uses = Math.min(batch.maxUses, batch.used + replacing + batch.ended)
      const returned = Math.min(uses, replacing + batch.ended)
      // Only as many holds have a use as there are uses.
      let holders = returned
      const take = () => (holders-- > 0 ? 'code' : null)
      const ended = Array.from({ length: batch.ended }, (_, n) => ({
        id: `ended-${n}`,
        eventId: 'event',
        buyerId: `other-${n}`,
        device: null,
        isUnproved: false,
        discountId: take(),
        lines: [],
      }))
      const orders = batch.orders.map(({ replaces }, n): OrderFacts => {
        const replaced = replaces ? { ...hold, id: `hold-${n}`, device: null, discountId: take(), lines: [] } : null
        return { ...known, replaces: replaced }
      })
      const { decisions } = decideOrders(
        batch.orders.map(({ hasCode, quantity }, n) => ({
          ...request,
          id: `order-${n}`,
          buyerId: `buyer-${n}`,
          device: 'ip 10.0.0.1',
          items: [{ ticketTypeId: 'type', quantity }],
          ...(hasCode && { discountCode: 'VERANO20' }),
        })),
        {
          ...facts,
          types: [{ ...type, free: 1000, capacity: 1000 }],
          discountCodes: [{ ...code, maxUses: batch.maxUses, uses }],
          ended,
          orders,
        },
      )
      let counted = uses - ended.filter(({ discountId }) => discountId).length
      decisions.forEach((decision, n) => {
        const own = orders[n]?.replaces?.discountId ? 1 : 0
        const word = wordOf(decision)
        if (batch.orders[n]?.hasCode) expect(word).toBe(counted - own < batch.maxUses ? 'accepted' : 'discount_used_up')
        if (word === 'accepted') counted += (batch.orders[n]?.hasCode ? 1 : 0) - own
        expect(counted).toBeLessThanOrEqual(batch.maxUses)
      })
    }),
    { numRuns: 500 },
  )
})
