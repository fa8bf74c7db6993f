/** Drinks of an order: which may be bought, and what they add to its price (rules R21.1, R7.7). */
import { expect, test } from 'vitest'
import { code, company, event, fresh, NOW, request, type } from '#server/testing/batch-facts.ts'
import type { BatchFacts, Decision, DrinkFacts, OrderRequest } from './batch-facts.ts'
import { decideOrders } from './decide-orders.ts'

const beer: DrinkFacts = {
  id: 'beer',
  eventId: 'event',
  name: 'Cerveza',
  priceCents: 600_000,
  isAvailable: true,
  isRemoved: false,
}

function decide(
  drink: Partial<DrinkFacts>,
  more: { facts?: Partial<BatchFacts>; request?: Partial<OrderRequest> } = {},
) {
  const facts: BatchFacts = {
    atMs: NOW,
    takesPayments: true,
    orders: [fresh],
    events: [event],
    companies: [company],
    types: [type],
    discountCodes: [],
    drinks: [{ ...beer, ...drink }],
    ended: [],
    holds: [],
    freeOrders: [],
    ...more.facts,
  }
  const drinks = [{ drinkId: 'beer', quantity: 3 }]
  const items = [{ ticketTypeId: 'type', quantity: 1 }]
  const [decision] = decideOrders([{ ...request, items, drinks, ...more.request }], facts).decisions
  return decision
}
const accepted = (decision: Decision | undefined) => {
  if (!decision || !('accepted' in decision)) throw new Error(JSON.stringify(decision))
  return decision.accepted
}

test.each<[string, Partial<DrinkFacts>, string]>([
  ['of another event', { eventId: 'other' }, 'drink_not_found'],
  ['removed', { isRemoved: true }, 'drink_not_found'],
  ['unknown', { id: 'gin' }, 'drink_not_found'],
  ['sold out for today', { isAvailable: false }, 'drink_not_available'],
])('a drink that is %s refuses the order', (_name, drink, refused) => {
  expect(decide(drink)).toEqual({ refused })
})

test('drinks have their price and fee, no discount, and take no places', () => {
  const order = accepted(
    decide(
      {},
      {
        facts: { discountCodes: [code], orders: [{ ...fresh, discount: { id: 'code', uses: 0 } }] },
        request: { discountCode: 'VERANO20' },
      },
    ),
  )
  expect(order).toMatchObject({
    seats: 1,
    discountCents: 360_000,
    subtotalCents: 1_440_000 + 3 * 600_000,
    feeCents: 144_000 + 3 * 60_000,
    absorbedFeeCents: 0,
  })
})

test('where the company bears the fee, it does so for drinks', () => {
  const order = accepted(decide({}, { facts: { events: [{ ...event, absorbsFee: true }] } }))
  expect(order).toMatchObject({ feeCents: 0, absorbedFeeCents: 180_000 + 3 * 60_000 })
})

test('free tickets with a drink to pay are held until it is paid; with free ones they are had at once', () => {
  const free = { facts: { types: [{ ...type, priceCents: 0 }] } }
  expect(accepted(decide({}, free)).hold).not.toBeNull()
  expect(accepted(decide({ priceCents: 0 }, free)).hold).toBeNull()
})
