import { expect, test } from 'vitest'
import { encodeTicketCode } from '#contract/values/ticket-code.ts'
import { kindOfCode } from './scan-input.ts'

const EVENT_NUMBER = 7
const codeOf = (eventNumber: number) =>
  encodeTicketCode(
    { keyId: 1, eventNumber, ticketId: '01990000-0000-7000-8000-0000000000e1', epoch: 1, typePosition: 0 },
    () => new Uint8Array(64),
  )

test('a code is of this event, of another one, or of another party', () => {
  expect(kindOfCode(codeOf(EVENT_NUMBER), EVENT_NUMBER)).toBe('own')
  expect(kindOfCode(codeOf(8), EVENT_NUMBER)).toBe('other')
  expect(kindOfCode('https://instagram.com/fiestalunar', EVENT_NUMBER)).toBe('foreign')
})
