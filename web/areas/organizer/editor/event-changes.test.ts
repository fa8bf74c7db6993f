import { expect, test } from 'vitest'
import { managedEvent, managedType } from '#web/testing/organizer-fixtures.ts'
import { changedParts, issuedTickets, issuedWords, movesHolders } from './event-changes.ts'
import { newTicketType, valuesOf } from './event-values.ts'
import { isSame } from '#web/lib/is-same.ts'

const sold = managedEvent({ hasSales: true, ticketTypes: [managedType({ sold: 3, courtesies: 1 })] })
const kept = valuesOf(sold)

test('forms are compared by what they say', () => {
  expect(isSame(kept, structuredClone(kept))).toBe(true)
  expect(isSame(kept, { ...kept, name: 'x' })).toBe(false)
  expect(isSame({ a: [1, 2] }, { a: [1] })).toBe(false)
})

test('only the parts that changed are sent', () => {
  expect(changedParts(kept, kept)).toEqual({ fields: false, ticketTypes: false })
  expect(changedParts({ ...kept, city: 'Funes' }, kept)).toEqual({ fields: true, ticketTypes: false })
  const added = { ...kept, ticketTypes: [...kept.ticketTypes, newTicketType] }
  expect(changedParts(added, kept)).toEqual({ fields: false, ticketTypes: true })
})

test.each([
  [{ dateEvent: '2030-12-07' }, true],
  [{ startTime: '22:00' }, true],
  [{ city: 'Funes' }, true],
  [{ venueName: ' Salón Paraná ' }, false],
  [{ endTime: '07:00', name: 'Otro nombre' }, false],
])('%o moves the holders: %s', (changes, moves) => {
  expect(movesHolders({ ...kept, ...changes }, sold)).toBe(moves)
  expect(movesHolders({ ...kept, ...changes }, { ...sold, hasSales: false })).toBe(false)
})

test('every ticket holder counts, however they got the ticket', () => {
  expect(issuedTickets(sold)).toBe(4)
  expect(issuedTickets(null)).toBe(0)
  expect(issuedWords(1208)).toBe('las 1.208 entradas que ya se emitieron')
})
