/** The tax authority's number of a person or company. */

/** Digits of any width, blanks and dashes, and the word before them: `CUIT 30-…`, `C.U.I.T. N.º: 30 …`. */
export const CUIT_SHAPE =
  /^(?:\s*c\.?u\.?i\.?[tl]\.?\s*(?:n\.?\s*[º°o]?)?[\s.:#]*)?(?:[\d０-９\p{Pd}][\d０-９ .\p{Pd}]*)?$/iu
export const WRONG_CUIT = 'Ese CUIT no es válido: son 11 números, revisá que estén todos'

const WEIGHTS = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2]
/** Prefixes that the tax authority assigns: people's, then companies'. */
const CUIT = /^(20|23|24|25|26|27|30|33|34)\d{9}$/

/** The eleven digits of a CUIT, wide ones too, with or without its hyphens; null when it is none. */
export function readCuit(typed: string): string | null {
  if (!CUIT_SHAPE.test(typed)) return null
  const digits = typed.normalize('NFKC').replaceAll(/\D/g, '')
  if (!CUIT.test(digits)) return null
  const sum = WEIGHTS.reduce((total, weight, place) => total + weight * Number(digits[place]), 0)
  // Ten is never assigned: the authority gives such a person another beginning.
  return (11 - (sum % 11)) % 11 === Number(digits[10]) ? digits : null
}

/** `30-71234567-1`. */
export function formatCuit(digits: string): string {
  return digits.replace(/^(\d{2})(\d{8})(\d)$/, '$1-$2-$3')
}
