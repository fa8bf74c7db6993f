/** Places that people wait for are not sold to others, and offered ones belong to their person. */
import { describe, expect, test } from 'vitest'
import { request, company, event, fresh, hold, MINUTE, NOW, type } from '#server/testing/batch-facts.ts'
import type { BatchFacts, OrderFacts } from './batch-facts.ts'
import { decideOrders } from './decide-orders.ts'

const facts = (literal: Partial<BatchFacts>, known: Partial<OrderFacts> = {}): BatchFacts => ({
  atMs: NOW,
  takesPayments: true,
  orders: [{ ...fresh, ...known }],
  events: [event],
  companies: [company],
  types: [type],
  discountCodes: [],
  drinks: [],
  ended: [],
  holds: [],
  freeOrders: [],
  ...literal,
})
const waited = (wanted: number, keptElsewhere = 0) => [
  { ...event, waitlist: { wanted: { type: wanted }, keptElsewhere } },
]
const offer = { id: 'offer', typeId: 'type', places: 2 }
const decide = (of: BatchFacts, ...orders: Partial<typeof request>[]) =>
  decideOrders(orders.length === 0 ? [request] : orders.map((order) => ({ ...request, ...order })), of)
const first = (of: BatchFacts) => decide(of).decisions[0]

describe('a passer-by', () => {
  test('has what is left beyond what people wait for', () => {
    const types = [{ ...type, free: 5 }]
    expect(first(facts({ types, events: waited(3) }))).toHaveProperty('accepted')
    expect(first(facts({ types, events: waited(4) }))).toEqual({ refused: 'sold_out' })
    expect(decide(facts({ types, events: waited(5) })).soldOut).toEqual(['type'])
  })

  test('has nothing of a hold that this very batch ends', () => {
    const ended = [{ ...hold, eventId: 'event', buyerId: 'other', heldUntilMs: NOW - MINUTE }]
    const types = [{ ...type, free: 0 }]
    expect(first(facts({ types, ended }))).toHaveProperty('accepted')
    expect(first(facts({ types, ended, events: waited(1) }))).toEqual({ refused: 'sold_out' })
  })

  test('has no place of the event that has a waitlist, whatever its type', () => {
    const other = { ...type, id: 'other', free: 50 }
    const of = (free: number, wanted: number, keptElsewhere: number) =>
      facts({
        events: waited(wanted, keptElsewhere).map((each) => ({ ...each, free })),
        types: [{ ...type, free: 1 }, other],
      })
    const buy = (of: BatchFacts) => decide(of, { items: [{ ticketTypeId: 'other', quantity: 2 }] }).decisions[0]
    expect(buy(of(3, 1, 0))).toHaveProperty('accepted')
    // Of ten that are wanted one is free by its type.
    expect(buy(of(3, 10, 0))).toHaveProperty('accepted')
    expect(buy(of(2, 1, 0))).toEqual({ refused: 'sold_out' })
    expect(buy(of(4, 1, 2))).toEqual({ refused: 'sold_out' })
  })

  test('keeps the places of the order that is replaced', () => {
    const types = [{ ...type, free: 0 }]
    expect(first(facts({ types, events: waited(9) }, { replaces: hold }))).toHaveProperty('accepted')
    const more = { ...hold, lines: [{ typeId: 'type', quantity: 1 }] }
    expect(first(facts({ types, events: waited(9) }, { replaces: more }))).toEqual({ refused: 'sold_out' })
  })
})

describe('a person with an offer', () => {
  const soldOut = { types: [{ ...type, free: 0 }], events: waited(9).map((each) => ({ ...each, free: 0 })) }

  test('has them, all or some, and no more', () => {
    expect(first(facts(soldOut, { offers: [offer] }))).toMatchObject({
      accepted: { offers: [offer], isOffered: true },
    })
    expect(first(facts(soldOut, { offers: [{ ...offer, places: 3 }] }))).toHaveProperty('accepted')
    expect(first(facts(soldOut, { offers: [{ ...offer, places: 1 }] }))).toEqual({ refused: 'sold_out' })
  })

  test('leaves to those who wait what they do not take', () => {
    const of = facts({
      types: [{ ...type, free: 0 }],
      events: waited(1),
      orders: [{ ...fresh, offers: [{ ...offer, places: 3 }] }, fresh],
    })
    const { decisions } = decide(
      of,
      {},
      { id: 'second', key: 'second', buyerId: 'second', items: [{ ticketTypeId: 'type', quantity: 1 }] },
    )
    expect(decisions[0]).toHaveProperty('accepted')
    expect(decisions[1]).toEqual({ refused: 'sold_out' })
  })

  test('does not wait for earlier holds, nor for the device’s, and has a whole hold', () => {
    const past = { isRaced: false, abandoned: null, lapses: 3, lastLapseMs: NOW - MINUTE }
    const holds: BatchFacts['holds'] = [['device', 'event', 3]]
    expect(first(facts({ ...soldOut, holds }, { offers: [offer], past }))).toMatchObject({
      accepted: { hold: { untilMs: NOW + 15 * MINUTE } },
    })
    expect(first(facts({}, { past }))).toMatchObject({ refused: 'hold_wait' })
  })

  test('does with other types as anybody does', () => {
    const other = { ...type, id: 'other', free: 0 }
    const of = facts({ types: [{ ...type, free: 0 }, other], events: waited(1) }, { offers: [offer] })
    const items = [
      { ticketTypeId: 'type', quantity: 2 },
      { ticketTypeId: 'other', quantity: 1 },
    ]
    expect(decide(of, { items }).decisions[0]).toEqual({ refused: 'sold_out' })
  })

  test('the lapse of what an offer gave counts nothing, also when it is replaced', () => {
    const replaces = { ...hold, isOffered: true, heldUntilMs: NOW }
    const past = { isRaced: false, abandoned: null, lapses: 2, lastLapseMs: NOW - MINUTE }
    expect(first(facts({}, { replaces, past }))).toMatchObject({ accepted: { isOffered: true } })
    expect(first(facts({}, { replaces: { ...replaces, isOffered: false }, past }))).toMatchObject({
      refused: 'hold_wait',
    })
  })
})
