/** The code of six digits that verifies a contact (rule R6.6). */
import * as z from 'zod/mini'
import { line } from './text.ts'

/** Six digits by themselves, in one row or two groups of three. */
const GROUPED = /(?<!\d)(\d{3})[\s.\p{Pd}]?(\d{3})(?!\d)/gu

/**
 * The six digits of what a person typed or pasted: `123 456`, `123-456`, wide digits, or the whole message they came in. Gives the
 * text as it is when it holds no code, or several.
 */
export function readContactCode(typed: string): string {
  const plain = typed.normalize('NFKC')
  const codes = new Set(Array.from(plain.matchAll(GROUPED), ([, one, other]) => `${one}${other}`))
  const [code] = codes
  if (code !== undefined && codes.size === 1) return code
  const digits = plain.replaceAll(/\D/g, '')
  return codes.size === 0 && digits.length === 6 ? digits : typed
}

/** Takes the digits first and checks them then. */
export const contactCode = line({ max: 300 }).check(
  z.overwrite(readContactCode),
  z.regex(/^\d{6}$/, 'El código tiene 6 números'),
)
