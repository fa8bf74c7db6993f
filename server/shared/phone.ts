/** Phones as one spelling: E.164. An Argentine number is taken as a mobile, `+549…`, however it was typed (rule R6.8). */
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { Failure } from './failure.ts'

// The input ends at 250 characters (rule R6.8); no way of writing a number needs more.
const MAX_LENGTH = 250
const BUENOS_AIRES = '11'

/** The digits of a text that holds nothing else but dashes, dots, slashes, brackets, spaces and a leading plus. */
function readDigits(text: string): { digits: string; isInternational: boolean } | null {
  if (text.length > MAX_LENGTH) return null
  // Contacts copied from a phone carry invisible marks of writing direction.
  const plain = text
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .trim()
  if (!/^\(?\+?[\d\s()\-\p{Pd}−./]+$/u.test(plain)) return null
  const digits = plain.replaceAll(/\D/g, '')
  // 00 is the way out of Argentina, and most of the world; the plus stands for it, and some write both.
  if (digits.startsWith('00')) return { digits: digits.slice(2), isInternational: true }
  return { digits, isInternational: plain.includes('+') }
}

/** Area code and number of an Argentine mobile, ten digits, or null. What is typed may begin with 54, 9 and 0, also twice, and carry the 15. */
function argentineMobile(typed: string): string | null {
  // A field that holds +54 already gets the whole number once more. No area code begins with 54, 9 or 0.
  let digits = typed.replace(/^(?:54|9|0)+/, '')
  // In Buenos Aires people leave the area code out: 15 and eight digits. No area code begins with 15.
  if (digits.length === 10 && digits.startsWith('15')) digits = BUENOS_AIRES + digits.slice(2)
  if (digits.length !== 12) return isArgentineMobile(digits) ? digits : null
  // Twelve digits have the 15 after an area code of 2 to 4. Where several places would do, the shorter area code is the
  // larger city.
  const withoutPrefix = [2, 3, 4]
    .filter((place) => digits.startsWith('15', place))
    .map((place) => digits.slice(0, place) + digits.slice(place + 2))
  return withoutPrefix.find(isArgentineMobile) ?? null
}

function isArgentineMobile(areaAndNumber: string): boolean {
  const parsed = parsePhoneNumberFromString(`+549${areaAndNumber}`)
  return parsed?.country === 'AR' && parsed.getType() === 'MOBILE'
}

/**
 * The phone in E.164, or `null` when it cannot be one. Without a country it is Argentine; Argentine numbers become mobiles
 * (a 9 after 54, no 0, no 15), numbers of other countries are kept.
 */
export function normalisePhone(text: string): string | null {
  const typed = readDigits(text)
  if (!typed) return null
  const { digits, isInternational } = typed
  if (isInternational && !digits.startsWith('54')) {
    const parsed = parsePhoneNumberFromString(`+${digits}`)
    return parsed?.isValid() ? parsed.number : null
  }
  const mobile = argentineMobile(digits)
  return mobile && `+549${mobile}`
}

/** `+5491143056911` → `+54 9 11 4305-6911`; what no country's plan knows keeps a gap after its first digits. */
export function spellPhone(phone: string): string {
  const spelled = parsePhoneNumberFromString(phone)
    ?.formatInternational()
    .replace(/^(\+54 .+) (\d{4})$/, '$1-$2')
  return spelled && /[ -]/.test(spelled) ? spelled : `${phone.slice(0, 3)} ${phone.slice(3)}`
}

/** The same; throws `invalid_phone`, at the field `phone`, for what cannot be one. */
export function readPhone(text: string): string {
  const phone = normalisePhone(text)
  if (phone === null) throw new Failure('invalid_phone', [{ path: ['phone'], message: 'El teléfono no es válido' }])
  return phone
}

/** The country of a phone in E.164, as two letters; its first digits where they say none. */
export function phoneCountry(phone: string): string {
  const parsed = parsePhoneNumberFromString(phone)
  return parsed?.country ?? parsed?.countryCallingCode ?? phone.slice(0, 3)
}
