import { expect, test } from 'vitest'
import type { TicketTypeFields } from '#contract/events/event-fields.ts'
import { isFailure } from '#server/shared/failure.ts'
import { checkSaleWindows, compareTypeLists, type StoredType } from './ticket-type-list.ts'

const fields = (literal: Partial<TicketTypeFields> = {}): TicketTypeFields => ({
  name: 'General',
  price: 18_000,
  capacity: 100,
  visibility: 'visible',
  ...literal,
})
const stored = (id: string, position: number, isRemoved = false): StoredType => ({
  ...fields({ name: id }),
  id,
  position,
  place: position * 2,
  saleStartsAt: null,
  saleEndsAt: null,
  isRemoved,
})
/** The names of the list after a change, in order; what is added by its own name. */
function listAfter(list: readonly StoredType[], wanted: Parameters<typeof compareTypeLists>[1]): string[] {
  const { added, changed } = compareTypeLists(list, wanted)
  return [
    ...added.map(({ fields: { name }, place }) => ({ name, place })),
    ...changed.map(({ type, place }) => ({ name: type.name, place })),
  ]
    .toSorted((a, b) => a.place - b.place)
    .map(({ name }) => name)
}

test('named types change, those to remove go, new ones get a position of their own, the rest stays', () => {
  const list = [stored('a', 0), stored('b', 1), stored('c', 2), stored('gone', 3, true)]
  const change = compareTypeLists(list, {
    ticketTypes: [fields({ name: 'VIP' }), { id: 'b', price: 1 }],
    removed: ['a'],
  })
  expect(change.added).toEqual([{ fields: fields({ name: 'VIP' }), position: 4, place: 0 }])
  expect(change.changed).toEqual([
    { fields: { id: 'b', price: 1 }, type: list[1], place: 1 },
    { fields: {}, type: list[2], place: 2 },
  ])
  expect(change.removed).toEqual([list[0]])
})

test('naming some in their order moves none', () => {
  const list = [stored('a', 0), stored('b', 1), stored('c', 2)]
  for (const ticketTypes of [[], [{ id: 'b' }], [{ id: 'a' }, { id: 'c' }]]) {
    expect(compareTypeLists(list, { ticketTypes }).changed.map(({ place }) => place)).toEqual([0, 2, 4])
  }
})

test.each([
  [
    [{ id: 'c' }, { id: 'a' }, { id: 'b' }],
    ['c', 'a', 'b'],
  ],
  [
    [{ id: 'c' }, { id: 'a' }],
    ['c', 'b', 'a'],
  ],
  [[fields({ name: 'new' })], ['a', 'b', 'c', 'new']],
  [
    [{ id: 'b' }, fields({ name: 'new' })],
    ['a', 'b', 'new', 'c'],
  ],
  [
    [fields({ name: 'new' }), { id: 'b' }],
    ['a', 'new', 'b', 'c'],
  ],
  [
    [fields({ name: 'new' }), { id: 'b' }, { id: 'a' }, fields({ name: 'last' }), { id: 'c' }],
    ['new', 'b', 'a', 'last', 'c'],
  ],
])('%j becomes %j', (ticketTypes, expected) => {
  expect(listAfter([stored('a', 0), stored('b', 1), stored('c', 2)], { ticketTypes })).toEqual(expected)
})

test.each([
  ['an id of elsewhere', { ticketTypes: [{ id: 'c' }] }, 'ticket_type_not_found'],
  ['a removed one', { ticketTypes: [{ id: 'gone' }] }, 'ticket_type_not_found'],
  ['removing one of elsewhere', { removed: ['c'] }, 'ticket_type_not_found'],
  ['one id twice', { ticketTypes: [{ id: 'a' }, { id: 'a' }] }, 'invalid_input'],
  ['one that is changed and removed', { ticketTypes: [{ id: 'a' }], removed: ['a'] }, 'invalid_input'],
  ['more than thirty', { ticketTypes: Array.from({ length: 30 }, () => fields()) }, 'invalid_input'],
] as const)('%s is refused', (_, wanted, code) => {
  const list = [stored('a', 0), stored('gone', 1, true)]
  expect(() => compareTypeLists(list, wanted)).toThrow(expect.objectContaining({ code }))
})

test('a new type that lacks something is refused at its row', () => {
  try {
    compareTypeLists([], { ticketTypes: [fields(), { name: 'VIP' }] })
    expect.unreachable()
  } catch (error) {
    expect(isFailure(error, 'invalid_input') && error.details).toEqual([
      { path: ['ticketTypes', 1, 'price'], message: expect.any(String) },
      { path: ['ticketTypes', 1, 'capacity'], message: expect.any(String) },
    ])
  }
})

test('an event has at most 256 types in its life', () => {
  const list = Array.from({ length: 256 }, (_, position) => stored(`t${position}`, position, true))
  expect(() => compareTypeLists(list, { ticketTypes: [fields()] })).toThrow(
    expect.objectContaining({ code: 'invalid_input' }),
  )
})

test('a sale that closes before it opens is refused at its row', () => {
  const wrong = fields({ saleStartsAt: '2026-11-28T10:00:00-03:00', saleEndsAt: '2026-11-28T13:00:00Z' })
  try {
    checkSaleWindows([fields(), wrong], { startsAt: null })
    expect.unreachable()
  } catch (error) {
    expect(isFailure(error, 'invalid_input') && error.details).toEqual([
      { path: ['ticketTypes', 1, 'saleEndsAt'], message: 'La venta tiene que cerrar después de abrir' },
    ])
  }
})
