import { expect, test } from 'vitest'
import { eventAvailability, typeAvailability, type EventStatus, type TypeStatus } from './availability.ts'

const type = (literal: Partial<TypeStatus> = {}): TypeStatus => ({
  capacity: 100,
  open: 100,
  isSoon: false,
  isOver: false,
  isPaid: true,
  ...literal,
})
const event = (literal: Partial<EventStatus> = {}): EventStatus => ({
  isOnSale: true,
  sellsPaid: true,
  capacity: null,
  open: null,
  ...literal,
})

test.each([
  ['plenty left', type({ open: 10 }), event(), 'available'],
  ['under a tenth left', type({ open: 9 }), event(), 'last'],
  ['one of one left', type({ capacity: 1, open: 1 }), event(), 'available'],
  ['nothing left', type({ open: 0 }), event(), 'soldOut'],
  ['no places at all', type({ capacity: 0, open: 0 }), event(), 'soldOut'],
  ['the event itself is full', type(), event({ capacity: 50, open: 0 }), 'soldOut'],
  ['the event itself is almost full', type(), event({ capacity: 50, open: 4 }), 'last'],
  ['the sale opens later', type({ isSoon: true }), event(), 'soon'],
  ['the sale opens later but all is given away', type({ isSoon: true, open: 0 }), event(), 'soldOut'],
  ['the sale has closed', type({ isOver: true, open: 0 }), event(), 'closed'],
  ['the event is not on sale', type(), event({ isOnSale: false }), 'closed'],
  ['a paid type of a company without an account', type({ open: 0 }), event({ sellsPaid: false }), 'closed'],
  ['a free type of such a company', type({ isPaid: false }), event({ sellsPaid: false }), 'available'],
] as const)('a type: %s', (_, given, of, bucket) => {
  expect(typeAvailability(given, of)).toBe(bucket)
})

test.each([
  ['the best of its types', [type({ open: 0 }), type({ open: 5 })], 'last'],
  ['one sold out, one to come', [type({ open: 0 }), type({ isSoon: true })], 'soon'],
  ['all sold out', [type({ open: 0 }), type({ isOver: true })], 'soldOut'],
  ['all over', [type({ isOver: true })], 'closed'],
  ['nothing listed', [], 'closed'],
] as const)('an event: %s', (_, types, bucket) => {
  expect(eventAvailability(types, event())).toBe(bucket)
})
