import { expect, test } from 'vitest'
import type { TicketType } from '#contract/events/event-schemas.ts'
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

const event = { orderLimit: 10 }
const TYPES = [type('general'), type('vip')]

test('totals itemise price and fee per ticket', () => {
  const lines = chosenLines(event, [type('general'), type('vip', { price: 30_000, fee: 3_000 })], {
    general: 2,
    vip: 1,
  })
  expect(totalsOf(lines)).toEqual({
    tickets: 3,
    subtotalCents: 6_600_000,
    discountCents: 0,
    feeCents: 660_000,
    totalCents: 7_260_000,
  })
})

test('a discount comes off the types that it is for, and their fee is what was quoted', () => {
  const lines = chosenLines(event, [type('general'), type('vip', { price: 30_000, fee: 3_000 })], {
    general: 2,
    vip: 1,
  })
  const applied = {
    code: 'VERANO20',
    ticketTypes: [{ id: 'general', unitDiscountCents: 360_000, unitFeeCents: 144_000 }],
  }
  expect(totalsOf(lines, applied)).toEqual({
    tickets: 3,
    subtotalCents: 6_600_000,
    discountCents: 720_000,
    feeCents: 588_000,
    totalCents: 6_468_000,
  })
  const free = { code: 'GRATIS', ticketTypes: [{ id: 'general', unitDiscountCents: 1_800_000, unitFeeCents: 0 }] }
  expect(totalsOf(lines.slice(0, 1), free)).toMatchObject({ discountCents: 3_600_000, feeCents: 0, totalCents: 0 })
})

test('what can no longer be bought falls out of the choice', () => {
  const types = [type('general', { availability: 'soldOut' }), type('vip')]
  expect(chosenLines(event, types, { general: 2, vip: 1, gone: 4 }).map(({ type: { id } }) => id)).toEqual(['vip'])
})

test.each([
  [{}, 10],
  [{ vip: 4 }, 6],
  [{ vip: 10 }, 0],
  [{ general: 3 }, 10],
])('with %o chosen, %i of General may be', (choice, max) => {
  expect(maxOf(type('general'), event, chosenLines(event, TYPES, choice))).toBe(max)
})

test("a type's own limit binds before the order's", () => {
  expect(maxOf(type('general', { perPersonLimit: 2 }), event, [])).toBe(2)
  expect(maxOf(type('general', { availability: 'closed' }), event, [])).toBe(0)
})

test('what sold out since it was chosen takes nothing from the limit of the order', () => {
  const types = [type('general', { availability: 'soldOut' }), type('vip')]
  const choice = { general: 8, vip: 3 }
  const lines = chosenLines(event, types, choice)
  expect(lines.map(({ quantity }) => quantity)).toEqual([3])
  expect(maxOf(type('vip'), event, lines)).toBe(10)
})

test('a kept choice is cut to the limits as they are now', () => {
  const types = [type('general', { perPersonLimit: 4 }), type('vip')]
  expect(chosenLines(event, types, { general: 8, vip: 8 }).map(({ quantity }) => quantity)).toEqual([4, 6])
})

test('one ticket is singular', () => {
  expect([ticketsWords(1), ticketsWords(2)]).toEqual(['1 entrada', '2 entradas'])
})
