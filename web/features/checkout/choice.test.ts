import { expect, test } from 'vitest'
import type { TicketType } from '#contract/events.ts'
import { chosenLines, maxOf, ticketsWords, totalsOf } from './choice.ts'

const type = (id: string, changes: Partial<TicketType> = {}): TicketType => ({
  id,
  name: id,
  description: null,
  price: 18_000,
  fee: 1_800,
  validUntil: null,
  saleStartsAt: null,
  saleEndsAt: null,
  perPersonLimit: null,
  availability: 'available',
  ...changes,
})

test('totals itemise price and fee per ticket', () => {
  const lines = chosenLines([type('general'), type('vip', { price: 30_000, fee: 3_000 })], { general: 2, vip: 1 })
  expect(totalsOf(lines)).toEqual({ tickets: 3, subtotal: 66_000, fee: 6_600, total: 72_600 })
})

test('what can no longer be bought falls out of the choice', () => {
  const types = [type('general', { availability: 'soldOut' }), type('vip')]
  expect(chosenLines(types, { general: 2, vip: 1, gone: 4 }).map(({ type: { id } }) => id)).toEqual(['vip'])
})

test.each([
  [{}, 10],
  [{ vip: 4 }, 6],
  [{ vip: 10 }, 0],
  [{ general: 3 }, 10],
])('with %o chosen, %i of General may be', (choice, max) => {
  expect(maxOf(type('general'), { orderLimit: 10 }, choice)).toBe(max)
})

test("a type's own limit binds before the order's", () => {
  expect(maxOf(type('general', { perPersonLimit: 2 }), { orderLimit: 10 }, {})).toBe(2)
  expect(maxOf(type('general', { availability: 'closed' }), { orderLimit: 10 }, {})).toBe(0)
})

test('one ticket is singular', () => {
  expect([ticketsWords(1), ticketsWords(2)]).toEqual(['1 entrada', '2 entradas'])
})
