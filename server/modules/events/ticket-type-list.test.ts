import { expect, test } from 'vitest'
import type { TicketTypeFields } from '#contract/events.ts'
import { isFailure } from '#server/shared/failure.ts'
import { checkSaleWindows, compareTypeLists, type StandingType } from './ticket-type-list.ts'

const fields = (literal: Partial<TicketTypeFields> = {}): TicketTypeFields => ({
  name: 'General',
  price: 18_000,
  capacity: 100,
  visibility: 'visible',
  ...literal,
})
const standing = (id: string, position: number, isRemoved = false): StandingType => ({
  id,
  name: id,
  position,
  capacity: 100,
  isRemoved,
})

test('known types change, missing ones go, new ones get a position of their own', () => {
  const list = [standing('a', 0), standing('b', 1), standing('gone', 2, true)]
  const change = compareTypeLists(list, [fields({ name: 'VIP' }), fields({ id: 'b' })])
  expect(change.added).toEqual([{ fields: fields({ name: 'VIP' }), position: 3, place: 0 }])
  expect(change.changed).toEqual([{ fields: fields({ id: 'b' }), type: list[1], place: 1 }])
  expect(change.removed).toEqual([list[0]])
})

test.each([
  ['an id of elsewhere', [fields({ id: 'c' })], 'ticket_type_not_found'],
  ['a removed one', [fields({ id: 'gone' })], 'ticket_type_not_found'],
  ['one id twice', [fields({ id: 'a' }), fields({ id: 'a' })], 'invalid_input'],
] as const)('%s is refused', (_, wanted, code) => {
  const list = [standing('a', 0), standing('gone', 1, true)]
  expect(() => compareTypeLists(list, wanted)).toThrow(expect.objectContaining({ code }))
})

test('an event has at most 256 types in its life', () => {
  const list = Array.from({ length: 256 }, (_, position) => standing(`t${position}`, position, true))
  expect(() => compareTypeLists(list, [fields()])).toThrow(expect.objectContaining({ code: 'invalid_input' }))
})

test('a sale that closes before it opens is told at its row', () => {
  const wrong = fields({ saleStartsAt: '2026-11-28T10:00:00-03:00', saleEndsAt: '2026-11-28T13:00:00Z' })
  try {
    checkSaleWindows([fields(), wrong])
    expect.unreachable()
  } catch (error) {
    expect(isFailure(error, 'invalid_input') && error.details).toEqual([
      { path: ['ticketTypes', 1, 'saleEndsAt'], message: 'La venta tiene que cerrar después de abrir' },
    ])
  }
})
