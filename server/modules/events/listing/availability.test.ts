import { expect, test } from 'vitest'
import { eventAvailability, typeAvailability, type EventStatus, type TypeStatus } from './availability.ts'

const type = (literal: Partial<TypeStatus> = {}): TypeStatus => ({
  capacity: 100,
  taken: 0,
  isSoon: false,
  isOver: false,
  ...literal,
})
const event = (literal: Partial<EventStatus> = {}): EventStatus => ({
  isOpen: true,
  capacity: null,
  taken: 0,
  ...literal,
})

test.each([
  ['plenty left', type({ taken: 90 }), event(), 'available'],
  ['under a tenth left', type({ taken: 91 }), event(), 'last'],
  ['one of one left', type({ capacity: 1 }), event(), 'available'],
  ['nothing left', type({ taken: 100 }), event(), 'soldOut'],
  ['no places at all', type({ capacity: 0 }), event(), 'soldOut'],
  ['the event itself is full', type(), event({ capacity: 50, taken: 50 }), 'soldOut'],
  ['the event itself is almost full', type(), event({ capacity: 50, taken: 46 }), 'last'],
  ['the sale opens later', type({ isSoon: true }), event(), 'soon'],
  ['the sale opens later but all is given away', type({ isSoon: true, taken: 100 }), event(), 'soldOut'],
  ['the sale has closed', type({ isOver: true, taken: 100 }), event(), 'closed'],
  ['the event is not open', type(), event({ isOpen: false }), 'closed'],
] as const)('a type: %s', (_, given, of, bucket) => {
  expect(typeAvailability(given, of)).toBe(bucket)
})

test.each([
  ['the best of its types', [type({ taken: 100 }), type({ taken: 95 })], 'last'],
  ['one sold out, one to come', [type({ taken: 100 }), type({ isSoon: true })], 'soon'],
  ['all sold out', [type({ taken: 100 }), type({ isOver: true })], 'soldOut'],
  ['all over', [type({ isOver: true })], 'closed'],
  ['nothing listed', [], 'closed'],
] as const)('an event: %s', (_, types, bucket) => {
  expect(eventAvailability(types, event())).toBe(bucket)
})
