/**
 * The number printed under a ticket's code, which a doorman types when the camera fails: seven random characters of
 * Crockford's base 32 and a check character (rule R11.2).
 *
 * The check is a Damm-like code over GF(32): fold each character into the state with `state = (state ^ value) * 2`, reduced by
 * x^5 + x^2 + 1. The last character is the state itself, so that a right number folds to zero. Since 2 generates all 31
 * non-zero elements, every place weighs differently: any one wrong character and any two exchanged ones are noticed.
 */
import { CROCKFORD } from './crockford.ts'

const RANDOM_LENGTH = 7
const SHAPE = new RegExp(`^[${CROCKFORD}]{8}$`)

function double(value: number): number {
  const shifted = value << 1
  return shifted & 32 ? shifted ^ 0b100101 : shifted
}

function fold(values: readonly number[]): number {
  return values.reduce((state, value) => double(state ^ value), 0)
}

/** A fresh number of 8 characters; `randomBytes` gives that many unpredictable bytes. Unique only per event, by the database. */
export function newTicketNumber(randomBytes: (count: number) => Uint8Array): string {
  const values = Array.from(randomBytes(RANDOM_LENGTH), (byte) => byte & 31)
  return [...values, fold(values)].map((value) => CROCKFORD[value]).join('')
}

/** A number in one row or in two groups of four, with no letter or digit beside it. */
const GROUPED = /(?<![\p{L}\p{N}])([\p{L}\p{N}]{4})[\s.\p{Pd}_]?([\p{L}\p{N}]{4})(?![\p{L}\p{N}])/gu
const MAX_TYPED = 80

/**
 * What a person typed or pasted as the stored spelling: any case, wide letters, `N.º` before it, spaces and dashes dropped, O read as 0,
 * I and L as 1; alone, or the one number of a line such as `Compra N.º 7KQ2 9XMB.`. `null` when it cannot be a ticket number.
 */
export function normaliseTicketNumber(text: string): string | null {
  if (text.length > MAX_TYPED) return null
  const plain = text.replace(/^\s*n\s*\.?\s*[º°]/i, '').normalize('NFKC')
  const whole = numberOf(plain.replaceAll(/[\s.\p{Pd}_]/gu, ''))
  if (whole !== null) return whole
  const found = new Set(Array.from(plain.matchAll(GROUPED), ([, one, other]) => numberOf(`${one}${other}`)))
  found.delete(null)
  const [number = null] = found
  return found.size === 1 ? number : null
}

function numberOf(typed: string): string | null {
  const number = typed.toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  if (!SHAPE.test(number)) return null
  const values = Array.from(number, (character) => CROCKFORD.indexOf(character))
  return fold(values) === 0 ? number : null
}

/** `7KQ29XMB` → `7KQ2 9XMB`, as it is printed and read aloud. */
export function formatTicketNumber(number: string): string {
  return `${number.slice(0, 4)} ${number.slice(4)}`
}
