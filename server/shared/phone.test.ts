import { expect, test } from 'vitest'
import { couldBePhone } from '#contract/values/phone.ts'
import { normalisePhone, readPhone } from './phone.ts'

const buenosAires = '+5491123456789'
const cordoba = '+5493515123456'
const rosario = '+5493415123456'
const lujan = '+5492323512345'
const bariloche = '+5492944512345'

test.each([
  // Buenos Aires, 11
  ['+5491123456789', buenosAires],
  ['+54 9 11 2345-6789', buenosAires],
  ['+54 9 (11) 2345 6789', buenosAires],
  ['(+54) 9 11 2345 6789', buenosAires],
  ['+54-9-11-2345-6789', buenosAires],
  ['+54.9.11.2345.6789', buenosAires],
  ['+54 11 2345 6789', buenosAires],
  ['+541123456789', buenosAires],
  ['+54 11 15 2345 6789', buenosAires],
  ['+54 011 15 2345-6789', buenosAires],
  ['+54 9 011 2345 6789', buenosAires],
  ['+54 9 11 15 2345 6789', buenosAires],
  ['005491123456789', buenosAires],
  ['00 54 11 2345 6789', buenosAires],
  ['5491123456789', buenosAires],
  ['54 11 2345 6789', buenosAires],
  ['54 11 15 2345 6789', buenosAires],
  ['91123456789', buenosAires],
  ['9 11 2345 6789', buenosAires],
  ['011 15 2345 6789', buenosAires],
  ['01115-2345-6789', buenosAires],
  ['011 2345-6789', buenosAires],
  ['11 15 2345 6789', buenosAires],
  ['11 2345 6789', buenosAires],
  ['1123456789', buenosAires],
  ['(011) 15-2345-6789', buenosAires],
  ['(11) 2345.6789', buenosAires],
  ['11/2345/6789', buenosAires],
  ['15 2345 6789', buenosAires],
  ['15-2345-6789', buenosAires],
  ['015 2345 6789', buenosAires],
  ['  +54 9 11 2345 6789  ', buenosAires],
  ['+54\u00a09\u00a011\u00a02345\u20116789', buenosAires],
  ['+５４９１１２３４５６７８９', buenosAires],
  ['\u202a+54 9 11 2345-6789\u202c', buenosAires],
  // The country's code twice, as a field that holds it already makes of a whole number
  ['+54 54 9 11 2345-6789', buenosAires],
  ['+54 9 54 9 11 2345 6789', buenosAires],
  ['549 549 11 2345 6789', buenosAires],
  ['0054 54 9 341 512 3456', rosario],
  ['+0054 9 341 512 3456', rosario],
  ['+54 0054 9 341 512 3456', rosario],
  ['+54 54 0341 15 512 3456', rosario],
  ['549 549 2323 512345', lujan],
  // Three-digit areas
  ['+54 9 351 512-3456', cordoba],
  ['351 5123456', cordoba],
  ['0351 15 512 3456', cordoba],
  ['0351 5123456', cordoba],
  ['351 15 5123456', cordoba],
  ['+54 351 15 512 3456', cordoba],
  ['0341 155123456', rosario],
  ['3415123456', rosario],
  ['+54 341 512 3456', rosario],
  // Four-digit areas
  ['+54 9 2323 51-2345', lujan],
  ['02323 15 512345', lujan],
  ['2323 512345', lujan],
  ['+54 2323 15 51 2345', lujan],
  // Bariloche, written with its old four-digit area
  ['+54 9 2944 51-2345', bariloche],
  ['02944 15 512345', bariloche],
  ['2944 512345', bariloche],
  ['2944 15 51 2345', bariloche],
  // Other countries
  ['+598 99 123 456', '+59899123456'],
  ['+55 11 91234-5678', '+5511912345678'],
  ['0055 11 91234 5678', '+5511912345678'],
  ['+34 612 345 678', '+34612345678'],
  ['+1 212 555 2368', '+12125552368'],
  ['+56 9 6123 4567', '+56961234567'],
])('%s is %s', (typed, normalised) => {
  expect(normalisePhone(typed)).toBe(normalised)
  expect(couldBePhone(typed)).toBe(true)
})

test.each([
  '',
  '      ',
  '+',
  '123456',
  '2345 6789',
  '15 512345',
  '+54',
  '+54 9 11 2345',
  '+54 9 11 2345 67890',
  '0800 555 1234',
  '+54 9 1 2345 67890',
  '+999 123456789',
  '549 549',
  '+54 54 9 11 2345',
  '+54 54 9 11 2345 67890',
  '+1 555',
  '11 2345 6789 int. 12',
  '11-CLUB-1234',
  '+54 +9 11 2345 6789',
  "11 2345 6789'; drop table users",
  '٠١١',
])('%s is no phone', (typed) => {
  expect(normalisePhone(typed)).toBeNull()
})

test('a text too long for any phone is none, and is not searched for one', () => {
  expect(normalisePhone(`${' '.repeat(240)}11 2345 6789`)).toBeNull()
  expect(normalisePhone('1'.repeat(100_000))).toBeNull()
})

test('normalising twice changes nothing', () => {
  for (const phone of [buenosAires, cordoba, rosario, lujan, bariloche, '+59899123456'])
    expect(normalisePhone(phone)).toBe(phone)
})

test('what cannot be a phone is refused at its field', () => {
  expect(readPhone('011 15 2345 6789')).toBe(buenosAires)
  expect(() => readPhone('123-456')).toThrow(
    expect.objectContaining({ code: 'invalid_phone', details: [expect.objectContaining({ path: ['phone'] })] }),
  )
})
