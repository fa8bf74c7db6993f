/** A phone as it stands in its field: the country that was chosen, and what is typed next to its code. */
import { showPhone } from '#web/lib/phone.ts'
import { callingCodes, countryOf } from './calling-codes.ts'
import { internationalPhone } from './international-phone.ts'

const ARGENTINA = 'AR'

export interface TypedPhone {
  /** Two letters; empty for a number whose code is typed with it. */
  readonly country: string
  readonly text: string
}

/** With the country's code in it, as contacts and whole numbers from abroad come. No area code of Argentina begins with 54. */
const hasCode = ({ country, text }: TypedPhone) =>
  /^\s*\(?(\+|00)/.test(text) || (country === ARGENTINA && /^\s*\(?54/.test(text))

/** In international format with its plus sign, whatever the way of writing it; empty without a digit (rule R6.8). */
export function phoneOf(typed: TypedPhone): string {
  const { country, text } = typed
  if (country === ARGENTINA || hasCode(typed)) return internationalPhone(text)
  const digits = text.replaceAll(/\D/g, '')
  return digits && `+${callingCodes.get(country) ?? ''}${digits}`
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

/** The same, with a code that was typed as the chosen country. */
export function withCodeApart(typed: TypedPhone): TypedPhone {
  return hasCode(typed) ? typedPhoneOf(phoneOf(typed)) : typed
}

/** What no phone has is not typed: letters, and marks of writing direction. */
export function phoneCharacters(text: string): string {
  return text.normalize('NFKC').replaceAll(/[^\d\s()+\-\p{Pd}−./]/gu, '')
}
