import { expect, test } from 'vitest'
import { PAUSED, ticketNotice } from './ticket-notice.ts'

test.each([
  ['active', null],
  ['inactive', PAUSED],
  ['cancelled', 'El evento se canceló: ya no abre la puerta'],
] as const)('a valid ticket of an event that is %s', (state, notice) => {
  const event = { state, minimumAge: 18 }
  expect(ticketNotice({ state: 'valid', usedAt: null, isBarredByAge: false, event })).toBe(notice)
})

test('a holder under age reads it on the ticket', () => {
  const event = { state: 'active', minimumAge: 18 }
  expect(ticketNotice({ state: 'valid', usedAt: null, isBarredByAge: true, event })).toMatch(
    /^Es solo para mayores de 18/,
  )
})
