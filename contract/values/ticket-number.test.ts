import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { formatTicketNumber, newTicketNumber, normaliseTicketNumber } from './ticket-number.ts'

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const numbers = Array.from({ length: 50 }, () => newTicketNumber(randomBytes))

test('fresh numbers are eight characters that check', () => {
  for (const number of numbers) {
    expect(number).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/)
    expect(normaliseTicketNumber(number)).toBe(number)
  }
  expect(newTicketNumber(() => new Uint8Array(7))).toBe('00000000')
})

test('every single wrong character is noticed', () => {
  for (const number of numbers) {
    for (let place = 0; place < 8; place += 1) {
      for (const character of ALPHABET) {
        if (character === number[place]) continue
        expect(normaliseTicketNumber(number.slice(0, place) + character + number.slice(place + 1))).toBeNull()
      }
    }
  }
})

test('every exchange of two characters is noticed', () => {
  expect.hasAssertions()
  for (const number of numbers) {
    for (let a = 0; a < 8; a += 1) {
      for (let b = a + 1; b < 8; b += 1) {
        const exchanged = Array.from(number)
        ;[exchanged[a], exchanged[b]] = [exchanged[b] ?? '', exchanged[a] ?? '']
        if (exchanged.join('') !== number) expect(normaliseTicketNumber(exchanged.join(''))).toBeNull()
      }
    }
  }
})

test('it is read as people type it', () => {
  const number = newTicketNumber(() => Uint8Array.of(0, 1, 10, 11, 12, 1, 0))
  expect(number.slice(0, 7)).toBe('01ABC10')
  const check = number[7] ?? ''
  for (const typed of [
    `01abc10${check}`,
    `OIABClO${check}`,
    ` 01ab c10${check.toLowerCase()} `,
    `o1ab-cL0${check}`,
    `N.º 01AB C10${check}`,
    `０１ＡＢ–Ｃ１０${check}`,
    `Compra N.º 01AB C10${check}.`,
    `N.º de compra: 01ABC10${check}`,
    `#01ab-c10${check}`,
    `«01AB C10${check}»`,
    `01AB C10${check} (01ABC10${check})`,
  ]) {
    expect(normaliseTicketNumber(typed)).toBe(number)
  }
  expect(formatTicketNumber(number)).toBe(`01AB C10${check}`)
  expect(normaliseTicketNumber(`Compras ${number} y ${numbers[0]}`)).toBeNull()
})

test.each(['', '0000000', '000000000', 'U0000000', '0000000ñ', '٠٠٠٠٠٠٠٠', '0'.repeat(10_000), ' '.repeat(10_000)])(
  'what cannot be a number is none (%#)',
  (text) => {
    expect(normaliseTicketNumber(text)).toBeNull()
  },
)
