import { expect, test } from 'vitest'
import { newTicketNumber } from '#contract/values/ticket-number.ts'
import { newId, newTicketId } from '#server/shared/ids.ts'
import { newTicketKeyPair, readPrivateKey, signTicketCode } from '#server/shared/qr.ts'
import { readAttempt } from './attempt.ts'

const eventId = newId()
const ticketId = newTicketId()
const privateKey = readPrivateKey(newTicketKeyPair().privateKey)
const code = signTicketCode({ keyId: 1, eventNumber: 7, ticketId, epoch: 1, typePosition: 0 }, privateKey)
const number = newTicketNumber((count) => new Uint8Array(count).fill(9))

test.each([
  ['no ticket', { ticketId: '', eventId }],
  ['a blank ticket', { ticketId: '  ', eventId }],
  ['what a client writes for nothing', { ticketId: 'undefined', eventId }],
  ['no event', { ticketId }],
  ['a null event', { ticketId, eventId: null }],
  ['a blank event', { ticketId, eventId: ' ' }],
  ['an event that is no text', { ticketId, eventId: {} }],
])('lacks something: %s', (_, call) => {
  expect(readAttempt(call)).toBeNull()
})

test('a code names its ticket, and a contradicting id in the path spoils it', () => {
  const read = { ticketId, via: 'qr', isReadable: true, number: null }
  expect(readAttempt({ ticketId, eventId, code, via: 'qr' })).toMatchObject(read)
  expect(readAttempt({ ticketId: 'qr', eventId, code: `${code}\n` })).toMatchObject(read)
  expect(readAttempt({ ticketId: ticketId.toUpperCase(), eventId, code })).toMatchObject(read)
  expect(readAttempt({ ticketId: newTicketId(), eventId, code })?.isReadable).toBe(false)
})

test.each([
  ['another QR', 'https://previa.example/evento/7'],
  ['a truncated code', code.slice(0, -1)],
  ['ten thousand characters', 'A'.repeat(10_000)],
  ['lower case', code.toLowerCase()],
  ['no text', 42],
])('a QR that says no ticket is unreadable: %s', (_, text) => {
  expect(readAttempt({ ticketId, eventId, code: text, via: 'qr' })).toMatchObject({
    via: 'qr',
    isReadable: false,
    ticketId: null,
  })
})

test('a bare id admits only by name: without a code a QR is unreadable, and what says nothing was typed', () => {
  expect(readAttempt({ ticketId, eventId, via: 'qr' })?.isReadable).toBe(false)
  expect(readAttempt({ ticketId, eventId })).toMatchObject({ via: 'typed', ticketId, isReadable: true })
  expect(readAttempt({ ticketId, eventId, via: 'search' })).toMatchObject({ via: 'search', ticketId, isReadable: true })
  expect(readAttempt({ ticketId, eventId, via: 'adivinado' })?.via).toBe('typed')
})

test('a typed number is read as people write it', () => {
  const typed = ` ${number.slice(0, 4).toLowerCase()}-${number.slice(4)} `
  expect(readAttempt({ ticketId: typed, eventId })).toMatchObject({
    via: 'typed',
    number,
    ticketId: null,
    isReadable: true,
  })
  expect(readAttempt({ ticketId: 'AAAAAAAA', eventId })?.isReadable).toBe(false)
})

test('any nonce is kept, strange ones as a hash', () => {
  expect(readAttempt({ ticketId, eventId, nonce: 'abc' })?.nonce).toBe('abc')
  expect(readAttempt({ ticketId, eventId })?.nonce).toBeNull()
  const strange = readAttempt({ ticketId, eventId, nonce: 'a\u0000b' })?.nonce
  expect(strange).toMatch(/^[\w-]{43}$/)
  expect(readAttempt({ ticketId, eventId, nonce: { a: 1 } })?.nonce).toMatch(/^[\w-]{43}$/)
})

test('an event that cannot exist is an event all the same: who may scan is judged first', () => {
  expect(readAttempt({ ticketId, eventId: 'cualquiera' })).toMatchObject({ eventId: null })
  expect(readAttempt({ ticketId, eventId: 7 })).toMatchObject({ eventId: null })
})
