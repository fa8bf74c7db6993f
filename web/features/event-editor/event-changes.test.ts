import { expect, test } from 'vitest'
import { managedEvent, managedType } from '#web/testing/organizer-fixtures.ts'
import { changedParts, issuedTickets, issuedWords, movedEnds, movesHolders } from './event-changes.ts'
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

test('what ends with the event is shown as saving another day moves it; what was typed in this edit is not', () => {
  const [saleEndsAt, validUntil] = ['2030-11-28T22:00:00-03:00', '2030-11-29T02:00:00-03:00']
  const event = managedEvent({ dateEvent: '2030-11-28', ticketTypes: [managedType({ saleEndsAt, validUntil })] })
  const values = valuesOf(event)
  const codes = [
    { code: 'VERANO', endsAt: '2030-11-28T20:00:00-03:00', state: 'active' },
    { code: 'SIEMPRE', endsAt: null, state: 'active' },
    { code: 'DETENIDO', endsAt: '2030-11-28T20:00:00-03:00', state: 'stopped' },
  ] as const
  expect(movedEnds(values, event, codes)).toEqual([])
  const moved = { ...values, dateEvent: '2030-12-28' }
  expect(movedEnds(moved, event, codes)).toEqual([
    'General: la venta cierra el sáb 28 dic, 22:00',
    'General: sirve para entrar hasta el dom 29 dic, 02:00',
    'Código VERANO: vence el sáb 28 dic, 20:00',
  ])
  const [type] = moved.ticketTypes
  const typed = { ...moved, ticketTypes: type ? [{ ...type, saleEndsAt: '2030-12-20T10:00' }] : [] }
  expect(movedEnds(typed, event, [])).toEqual(['General: sirve para entrar hasta el dom 29 dic, 02:00'])
})
