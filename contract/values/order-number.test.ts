import { expect, test } from 'vitest'
import { normaliseOrderNumber } from './order-number.ts'
import { newTicketNumber } from './ticket-number.ts'

const number = newTicketNumber((count) => new Uint8Array(count).fill(7))

test('a number is read alone and in a line; the id of a link is none, though a number stands in it', () => {
  expect(normaliseOrderNumber(number.toLowerCase())).toBe(number)
  expect(normaliseOrderNumber(`Compra N.º ${number}.`)).toBe(number)
  expect(normaliseOrderNumber(`${number}-AbCdEfGhIjKlM`)).toBeNull()
  expect(normaliseOrderNumber(` abcdef_${number}-AbCdEf `)).toBeNull()
})
