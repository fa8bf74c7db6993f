/** The shape of a phone on the wire: E.164 with its plus sign. Normalising what people type is `server/shared/phone.ts`. */
import * as z from 'zod/mini'
import { firstLetter } from './first-letter.ts'
import { line } from './text.ts'

const NOT_A_PHONE = 'El teléfono no es válido'

export const e164 = z.string().check(z.regex(/^\+[1-9]\d{6,14}$/, NOT_A_PHONE))

/** A phone as typed, before normalisation: 6 to 250 characters (rule R6.8). */
export const phoneInput = line({
  min: 6,
  max: 250,
  short: 'El teléfono es obligatorio',
  long: NOT_A_PHONE,
})

/** Whether a text may be a phone, however it is written: 6 to 20 digits, which leaves room for 00, 0 and 15, and separators. */
export function looksLikePhone(text: string): boolean {
  const plain = text.normalize('NFKC').trim()
  const digits = plain.replaceAll(/\D/g, '').length
  return /^\(?\+?[\d\s()\-\p{Pd}−./]+$/u.test(plain) && digits >= 6 && digits <= 20
}

/**
 * Whether a text may be a phone that is taken (rule R6.8), as far as its digits tell: those of an Argentine mobile with its area
 * code, however it is written, or a number with the code of another country.
 */
export function couldBePhone(text: string): boolean {
  const plain = text.normalize('NFKC').replaceAll(/\p{Cf}/gu, '')
  if (!looksLikePhone(plain)) return false
  const digits = plain.replaceAll(/\D/g, '')
  const international = digits.startsWith('00') ? digits.slice(2) : plain.includes('+') ? digits : null
  if (international !== null && !international.startsWith('54')) return /^[1-9]\d{6,14}$/.test(international)
  const national = (international ?? digits).replace(/^(?:54|9|0)+/, '')
  // The 15 stands alone, for Buenos Aires, or after an area code of two to four digits.
  return /^[1-8]\d{9}$/.test(national) || (national.length === 12 && /^[1-8]\d{1,3}15/.test(national))
}

/** A phone of a form: what could be none is said with what else is wrong there, and not by the server afterwards. */
export const typedPhone = line({
  min: 1,
  max: 250,
  short: 'El teléfono es obligatorio',
  long: NOT_A_PHONE,
}).check(z.refine((text) => text === '' || couldBePhone(text), NOT_A_PHONE))

/** `+5491123456789` → `+54 9 11 ****-6789`: enough to recognise one's own, useless to anybody else (rule R6.9). */
export function maskPhone(phone: string): string {
  const tail = phone.slice(-4)
  const mobile = /^\+549(11|\d{3})/.exec(phone)
  return mobile ? `+54 9 ${mobile[1]} ****-${tail}` : `${phone.slice(0, 3)} ****-${tail}`
}

/** Whether a text is a phone as `maskPhone` writes one. */
export function isMaskedPhone(text: string): boolean {
  return /^\+\d[\d ]{0,9} ?\*{4}-\d{4}$/.test(text)
}

/** `josefina@gmail.com` → `j***@gmail.com`. */
export function maskMail(mail: string): string {
  const at = mail.lastIndexOf('@')
  return at < 1 ? '***' : `${firstLetter(mail)}***${mail.slice(at)}`
}

/** `Camila Ferreyra` → `Camila F.`: enough to see that it is the one meant. */
export function maskName(name: string): string {
  const [first = '', ...others] = name.trim().split(/\s+/)
  const last = others.at(-1)
  return last ? `${first} ${firstLetter(last).toUpperCase()}.` : first
}
