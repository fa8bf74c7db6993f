import { expect, test } from 'vitest'
import { constantTimeEqual, createVault, hashToken, sha256 } from './crypto.ts'

const vault = createVault('0123456789abcdef0123456789abcdef')

test('what is sealed opens, text and bytes, and never looks the same twice', () => {
  for (const text of ['', 'ñandú', 'x'.repeat(100_000)]) {
    expect(vault.openText('provider-token', vault.seal('provider-token', text))).toBe(text)
  }
  const bytes = Buffer.from([0, 255, 128, 10])
  expect(vault.open('photo', vault.seal('photo', bytes))).toEqual(bytes)
  expect(vault.seal('photo', bytes)).not.toBe(vault.seal('photo', bytes))
})

test('another label, another key, any changed bit or a cut end does not open', () => {
  const sealed = vault.seal('provider-token', 'APP_USR-1')
  expect(() => vault.open('photo', sealed)).toThrow()
  expect(() => createVault('ffffffffffffffffffffffffffffffff').open('provider-token', sealed)).toThrow()
  const bytes = Buffer.from(sealed.slice(3), 'base64url')
  for (let bit = 0; bit < bytes.length * 8; bit += 1) {
    const changed = Buffer.from(bytes)
    changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
    expect(() => vault.open('provider-token', `v1.${changed.toString('base64url')}`)).toThrow()
  }
  for (const cut of ['', 'v1.', sealed.slice(0, -8), sealed.slice(3), `v2.${sealed.slice(3)}`]) {
    expect(() => vault.open('provider-token', cut)).toThrow()
  }
})

test('authentication codes belong to their label and data; at least 16 bytes of one are accepted', () => {
  const code = vault.mac('payment-link', 'order-1')
  const short = code.subarray(0, 16).toString('base64url')
  expect(vault.isMac('payment-link', 'order-1', code.toString('base64url'))).toBe(true)
  expect(vault.isMac('payment-link', 'order-1', short)).toBe(true)
  expect(vault.isMac('payment-link', 'order-1', short.slice(0, 8))).toBe(false)
  expect(vault.isMac('payment-link', 'order-1', '')).toBe(false)
  expect(vault.isMac('payment-link', 'order-1', `${code.toString('base64url')}AAAA`)).toBe(false)
  expect(vault.isMac('payment-link', 'order-2', short)).toBe(false)
  expect(vault.isMac('other', 'order-1', short)).toBe(false)
  expect(createVault('0123456789abcdef0123456789abcdef').mac('payment-link', 'order-1')).toEqual(code)
})

test('what a key from before sealed or signed still counts, and nothing new is made with it', () => {
  const [old, other] = ['0123456789abcdef0123456789abcdef', 'fedcba9876543210fedcba9876543210']
  const rotated = createVault('ffffffffffffffffffffffffffffffff', [other, old])
  const sealed = vault.seal('provider-token', 'APP_USR-1')
  expect(rotated.openText('provider-token', sealed)).toBe('APP_USR-1')
  expect([rotated.isFresh('provider-token', sealed), vault.isFresh('provider-token', sealed)]).toEqual([false, true])
  expect(() => vault.open('provider-token', rotated.seal('provider-token', 'x'))).toThrow()
  expect(rotated.isMac('payment-link', 'order-1', vault.mac('payment-link', 'order-1').toString('base64url'))).toBe(
    true,
  )
  expect(vault.isMac('payment-link', 'order-1', rotated.mac('payment-link', 'order-1').toString('base64url'))).toBe(
    false,
  )
  expect(() => rotated.open('photo', sealed)).toThrow()
})

test('a short master key is refused', () => {
  expect(() => createVault('short')).toThrow(RangeError)
  expect(() => createVault('0123456789abcdef0123456789abcdef', ['short'])).toThrow(RangeError)
})

test('hashes and equality', () => {
  expect(sha256('abc').toString('hex')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  expect(hashToken('t')).toEqual(sha256('t'))
  expect(constantTimeEqual('a', 'a')).toBe(true)
  expect(constantTimeEqual('a', 'b')).toBe(false)
  expect(constantTimeEqual('a', 'aa')).toBe(false)
})
