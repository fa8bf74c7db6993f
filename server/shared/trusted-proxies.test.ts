/** Threat 33: an address that is only claimed. */
import { describe, expect, test } from 'vitest'
import { createAddressReader, readTrustedProxies, type TrustedProxies } from './trusted-proxies.ts'

const ATTACKER = '203.0.113.66'
const NEAR = '10.0.0.1'
const FAR = '10.0.0.2'
/** What an attacker writes: chains of every length, and what is no address at all. */
const FORGED = [
  undefined,
  '',
  ...Array.from({ length: 12 }, (_, n) => Array.from({ length: n + 1 }, (_, m) => `198.51.100.${m + 1}`).join(', ')),
  'unknown',
  '<script>',
  '127.0.0.1',
  NEAR,
  `${NEAR}, ${FAR}`,
  `198.51.100.1, ${NEAR}, ${FAR}, ${NEAR}`,
  ',,,,',
  ', ',
  '999.1.1.1, 1',
  '::1',
  '[::1]:80',
]
const after = (chain: string | undefined, ...proxies: string[]) =>
  [...(chain === undefined ? [] : [chain]), ...proxies].join(', ')

describe('counted from our side, whatever the caller writes', () => {
  test.each(FORGED)('direct: %j', (chain) => {
    for (const trusted of [null, { networks: ['10.0.0.0/8'] }, { networks: ['127.0.0.0/8', '::1/128'] }] as const) {
      expect(createAddressReader(trusted)(ATTACKER, chain)).toBe(ATTACKER)
    }
  })

  test.each(FORGED)('behind one proxy: %j', (chain) => {
    for (const trusted of [{ hops: 1 }, { networks: [`${NEAR}/32`] }] as const) {
      expect(createAddressReader(trusted)(NEAR, after(chain, ATTACKER))).toBe(ATTACKER)
    }
  })

  test.each(FORGED)('behind two proxies: %j', (chain) => {
    for (const trusted of [{ hops: 2 }, { networks: ['10.0.0.0/24'] }] as const) {
      expect(createAddressReader(trusted)(NEAR, after(chain, ATTACKER, FAR))).toBe(ATTACKER)
    }
  })

  test('negative control: a server that believes the first of the list accepts any address', () => {
    const believe = (chain: string) => chain.split(',')[0]?.trim()
    expect(believe(after('198.51.100.1', ATTACKER))).toBe('198.51.100.1')
  })

  test('a proxy that names no caller is itself the caller, and one spelling of an address is as good as another', () => {
    const read = createAddressReader({ hops: 1 })
    expect(read(NEAR, undefined)).toBe(NEAR)
    expect(read(`::ffff:${NEAR}`, undefined)).toBe(NEAR)
    expect(read(NEAR, `::ffff:${ATTACKER}`)).toBe(ATTACKER)
    expect(read(NEAR, `${ATTACKER}:5123`)).toBe(ATTACKER)
    expect(read(NEAR, '[2001:db8::7]:443')).toBe('2001:db8::7')
    expect(read(NEAR, 'no address')).toBe(NEAR)
    expect(createAddressReader(null)(undefined, '1.2.3.4')).toBe('')
  })
})

test.each<[string, TrustedProxies | undefined]>([
  ['false', null],
  ['0', null],
  ['1', { hops: 1 }],
  ['2', { hops: 2 }],
  ['10.0.0.0/8, 192.168.1.7', { networks: ['10.0.0.0/8', '192.168.1.7'] }],
  ['loopback', { networks: ['127.0.0.0/8', '::1/128'] }],
  ['loopback,2001:db8::/32', { networks: ['127.0.0.0/8', '::1/128', '2001:db8::/32'] }],
  ['true', undefined],
  ['11', undefined],
  ['10.0.0.0/33', undefined],
  ['0.0.0.0/0', undefined],
  ['::/0', undefined],
  ['10.0.0.0/8/8', undefined],
  ['proxy.example', undefined],
  ['', undefined],
  ['1,', undefined],
])('TRUST_PROXY %j', (text, expected) => {
  expect(readTrustedProxies(text)).toEqual(expected)
})
