import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createVault } from '#server/shared/crypto.ts'
import { newTicketId } from '#server/shared/ids.ts'
import { isLinkToken, makeLinkToken, ticketOfLinkToken } from './link-token.ts'

const vault = createVault('una clave maestra de treinta y dos')
const id = newTicketId()
const token = makeLinkToken(vault, id, 3)

test('a token is 43 characters of an address, names its ticket and opens it in its epoch only', () => {
  expect(token).toMatch(/^[\w-]{43}$/)
  expect(ticketOfLinkToken(token)).toBe(id)
  expect(isLinkToken(vault, id, 3, token)).toBe(true)
  expect(isLinkToken(vault, id, 2, token)).toBe(false)
  expect(isLinkToken(vault, id, 4, token)).toBe(false)
  expect(isLinkToken(vault, newTicketId(), 3, token)).toBe(false)
  expect(isLinkToken(createVault('otra clave maestra de treinta y dos'), id, 3, token)).toBe(false)
})

test('no other text opens it: each bit flipped, cut, lengthened, of another spelling', () => {
  const bytes = Buffer.from(token, 'base64url')
  for (let bit = 0; bit < bytes.length * 8; bit += 1) {
    const changed = Buffer.from(bytes)
    changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3)
    expect(isLinkToken(vault, id, 3, changed.toString('base64url'))).toBe(false)
  }
  for (const text of [
    '',
    token.slice(0, -1),
    `${token}A`,
    `${token}=`,
    token.slice(0, 22),
    ` ${token}`,
    token.toUpperCase(),
  ]) {
    expect(isLinkToken(vault, id, 3, text)).toBe(false)
  }
  // The last character carries two bits that mean nothing: only one spelling is taken.
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const spellings = Array.from(alphabet).filter((last) => isLinkToken(vault, id, 3, token.slice(0, -1) + last))
  expect(spellings).toEqual([token.at(-1)])
})

test('whatever is sent as a token is judged and never throws', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 100 }), (text) => !isLinkToken(vault, id, 3, text)))
})
