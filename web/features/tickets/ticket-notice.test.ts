import { expect, test } from 'vitest'
import { PAUSED, ticketNotice } from './ticket-notice.ts'

test.each([
  ['active', null],
  ['inactive', PAUSED],
  ['cancelled', 'El evento se canceló: ya no abre la puerta'],
] as const)('a valid ticket of an event that is %s', (state, notice) => {
  expect(ticketNotice({ state: 'valid', usedAt: null, event: { state } })).toBe(notice)
})
