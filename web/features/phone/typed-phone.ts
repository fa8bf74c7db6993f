/** A phone as it stands in its field: the country that was chosen, and what is typed next to its code. */
import { showPhone } from '#web/lib/phone.ts'
import { callingCodes, countryOf } from './calling-codes.ts'
import { internationalPhone } from './international-phone.ts'

const ARGENTINA = 'AR'

/** Rule R6.8. */
const MAX_NATIONAL_DIGITS = 15

export interface TypedPhone {
  /** Two letters; empty for a number whose code is typed with it. */
  readonly country: string
  readonly text: string
}

const digitsOf = (text: string) => text.replaceAll(/\D/g, '')

/** The digits before the national ones: the code of the chosen country, where it is written too. No area code of Argentina begins with 54. */
function codeWritten({ country, text }: TypedPhone): string {
  const code = callingCodes.get(country) ?? ''
  const [, zeros = ''] = /^(00)?/.exec(digitsOf(text)) ?? []
  const isSaid = isInternational(text) || country === ARGENTINA
  return code !== '' && isSaid && digitsOf(text).startsWith(zeros + code) ? zeros + code : ''
}

const isInternational = (text: string) => /^\s*\(?(\+|00)/.test(text)

/**
 * In international format with its plus sign, whatever the way of writing it; empty without a digit (rule R6.8). The code of another
 * country than the chosen one makes it no phone: the country is chosen, never typed.
 */
export function phoneOf(typed: TypedPhone): string {
  const { country, text } = typed
  const digits = digitsOf(text)
  const code = callingCodes.get(country) ?? ''
  if (digits === '') return ''
  if (code === '') return `+${digits.replace(/^00/, '')}`
  const written = codeWritten(typed)
  if (written === '' && isInternational(text)) return `+${code} +${digits.replace(/^00/, '')}`
  const national = digits.slice(written.length)
  return country === ARGENTINA ? internationalPhone(`+${code}${national.replace(/^0+/, '')}`) : `+${code}${national}`
}

/** What a field shows of a phone in international format. */
export function typedPhoneOf(phone: string): TypedPhone {
  if (phone === '') return { country: ARGENTINA, text: '' }
  const digits = phone.replaceAll(/\D/g, '')
  const country = countryOf(digits)
  if (country === undefined) return { country: '', text: digits }
  const code = callingCodes.get(country) ?? ''
  return {
    country,
    text: showPhone(phone)
      .slice(1 + code.length)
      .trim(),
  }
}

/** The same, without the chosen country's code. */
export function withoutCode(typed: TypedPhone): TypedPhone {
  return codeWritten(typed) === '' ? typed : typedPhoneOf(phoneOf(typed))
}

/** What no phone has is not typed: letters, marks of writing direction, and national digits beyond the fifteenth. */
export function phoneText(country: string, typed: string): TypedPhone {
  const text = typed.normalize('NFKC').replaceAll(/[^\d\s()+\-\p{Pd}−./]/gu, '')
  const most = codeWritten({ country, text }).length + MAX_NATIONAL_DIGITS
  let digits = 0
  const kept = Array.from(text).filter((character) => !/\d/.test(character) || (digits += 1) <= most)
  return { country, text: kept.join('') }
}
