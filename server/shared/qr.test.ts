import { generateKeyPairSync } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  decodeTicketCode,
  encodeTicketCode,
  isTicketKeyId,
  TICKET_CODE_LENGTH,
  type TicketCodeFields,
} from '#contract/values/ticket-code.ts'
import { verifyTicketCode } from '#server/testing/verify-ticket-code.ts'
import { newTicketId } from './ids.ts'
import { newTicketKeyPair, readPrivateKey, readPublicKey, signTicketCode, ticketCodeHash } from './qr.ts'

const pair = newTicketKeyPair()
const otherPair = newTicketKeyPair()
const privateKey = readPrivateKey(pair.privateKey)
const keys = new Map([
  [1, readPublicKey(pair.publicKey)],
  [2, readPublicKey(otherPair.publicKey)],
])
const keyById = (keyId: number) => keys.get(keyId)
const fields: TicketCodeFields = { keyId: 1, eventNumber: 4127, ticketId: newTicketId(), epoch: 3, typePosition: 2 }
const code = signTicketCode(fields, privateKey)

/** The 88 bytes of a code, written again as a code. */
function rewrite(text: string, change: (bytes: Uint8Array) => void): string {
  const decoded = decodeTicketCode(text)
  if (!decoded) throw new Error('not a code')
  const bytes = new Uint8Array([...decoded.signed, ...decoded.signature])
  change(bytes)
  const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:'
  let written = ''
  for (let place = 0; place < bytes.length; place += 2) {
    const value = (bytes[place] ?? 0) * 256 + (bytes[place + 1] ?? 0)
    written += `${alphabet[value % 45]}${alphabet[Math.floor(value / 45) % 45]}${alphabet[Math.floor(value / 2025)]}`
  }
  return written
}

test('a code is 132 characters of the QR alphabet and gives its fields back', () => {
  expect(code).toHaveLength(TICKET_CODE_LENGTH)
  expect(TICKET_CODE_LENGTH).toBe(132)
  expect(code).toMatch(/^[0-9A-Z $%*+\-./:]{132}$/)
  expect(verifyTicketCode(code, keyById)).toMatchObject(fields)
  expect(rewrite(code, () => {})).toBe(code)
  expect(ticketCodeHash(code)).toHaveLength(32)
})

test('any fields survive the way there and back', () => {
  fc.assert(
    fc.property(
      fc.record({
        keyId: fc.integer({ min: 0, max: 255 }).filter(isTicketKeyId),
        eventNumber: fc.integer({ min: 0, max: 0xffff_ffff }),
        ticketId: fc.uint8Array({ minLength: 16, maxLength: 16 }).map((bytes) => {
          const hex = Buffer.from(bytes).toString('hex')
          return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
        }),
        epoch: fc.integer({ min: 0, max: 255 }),
        typePosition: fc.integer({ min: 0, max: 255 }),
      }),
      (any) => {
        const text = encodeTicketCode(any, () => new Uint8Array(64).fill(255))
        expect(text.trim()).toBe(text)
        expect(decodeTicketCode(text)).toMatchObject(any)
      },
    ),
  )
})

test('threat 1: of the 704 codes one bit away from a valid one, none is accepted', () => {
  let accepted = 0
  for (let bit = 0; bit < 704; bit += 1) {
    const forged = rewrite(code, (bytes) => {
      bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7))
    })
    expect(forged).not.toBe(code)
    if (verifyTicketCode(forged, keyById)) accepted += 1
  }
  expect(accepted).toBe(0)
})

test('threat 1: keys that are another, unknown or of another kind accept nothing', () => {
  expect(verifyTicketCode(signTicketCode({ ...fields, keyId: 2 }, privateKey), keyById)).toBeNull()
  expect(verifyTicketCode(signTicketCode({ ...fields, keyId: 3 }, privateKey), keyById)).toBeNull()
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  expect(verifyTicketCode(code, () => ec.publicKey)).toBeNull()
  expect(() => signTicketCode(fields, ec.privateKey)).toThrow(TypeError)
  expect(() => readPublicKey('AAAA')).toThrow(RangeError)
})

test('threat 1: what is not exactly a code is none', () => {
  const texts = [
    '',
    code.slice(0, -1),
    code.slice(0, -3),
    `${code}0`,
    ` ${code}`,
    code.toLowerCase(),
    `${code.slice(0, -1)}Ａ`,
    `${code.slice(0, -2)}😀`,
    'Ñ'.repeat(132),
    ':'.repeat(132),
    ' '.repeat(132),
    '\0'.repeat(132),
    code.repeat(76),
    'A'.repeat(10_000),
    newTicketId(),
    `https://previa.example/entrada/${code}`,
  ]
  for (const text of texts) expect(verifyTicketCode(text, keyById)).toBeNull()
})

test('threat 1: two triplets never stand for the same bytes', () => {
  // 65,536 and more has no place in two bytes; read modulo 65,536 it would be a second spelling of an accepted code.
  expect(decodeTicketCode(`${code.slice(0, -3)}:::`)).toBeNull()
})

test.each([
  { keyId: 256 },
  { keyId: 5 },
  { eventNumber: -1 },
  { eventNumber: 2 ** 32 },
  { eventNumber: 1.5 },
  { epoch: 256 },
  { typePosition: -1 },
  { ticketId: 'g'.repeat(36) },
])('a field that does not fit is an error: %o', (wrong) => {
  expect(() => signTicketCode({ ...fields, ...wrong }, privateKey)).toThrow(RangeError)
})
