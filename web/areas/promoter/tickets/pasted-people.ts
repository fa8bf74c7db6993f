/** People read from a list that was pasted, one a line: «Camila Ferreyra 341 555-0101 camila@gmail.com», in any order. Pure. */
import { mail as mailSchema } from '#contract/accounts/accounts.ts'
import { looksLikePhone } from '#contract/values/phone.ts'

export interface PastedPerson {
  readonly name: string
  /** As it was written; the server reads it in every way in which people write one. */
  readonly phone: string
  readonly mail: string
}

/** Most rows of one list; an hour has 120. */
export const MOST_PASTED = 100

const BULLET = /^\s*(?:[-–—•*·✅☑✔▪]|\d{1,3}\s?[.)°-](?=\s))\s*/u
/** What WhatsApp writes before each message: «[21:05, 26/11/2026] Lau: ». */
const STAMP = /^\s*\[[^\]]{5,40}\]\s*[^:]{1,60}:\s*/u
const MAIL = /[^\s,;:<>()[\]|]+@[^\s,;:<>()[\]|]+\.[^\s,;:<>()[\]|]+/u
/** Digits with what people put between them; a name has none. */
const PHONE = /\+?\(?\d[\d\s().\-–/]{4,24}\d/gu
const BETWEEN = /[\s,;:|<>()[\]\-–—_/\t]+/u

export function readPasted(text: string): PastedPerson[] {
  return text
    .normalize('NFC')
    .replaceAll(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map(readLine)
    .filter(({ name, phone, mail }) => name !== '' || phone !== '' || mail !== '')
}

function readLine(line: string): PastedPerson {
  const bare = line.replace(STAMP, '').replace(BULLET, '')
  const mail = (MAIL.exec(bare)?.[0] ?? '').replace(/[.,;]+$/, '')
  const withoutMail = mail === '' ? bare : bare.replace(mail, ' ')
  const phone =
    [...withoutMail.matchAll(PHONE)].map(([found]) => found.trim()).find((found) => looksLikePhone(found)) ?? ''
  const rest = phone === '' ? withoutMail : withoutMail.replace(phone, ' ')
  const name = rest
    .split(BETWEEN)
    .filter((part) => /[^\p{P}]/u.test(part))
    .join(' ')
  return { name, phone, mail }
}

/** What a row lacks before it can be sent to a person who is not known. */
export function missingOf({ name, phone, mail }: PastedPerson): readonly ('name' | 'phone' | 'mail')[] {
  return [
    ...(name.trim() === '' ? (['name'] as const) : []),
    ...(looksLikePhone(phone) ? [] : (['phone'] as const)),
    ...(mailSchema.safeParse(mail).success ? [] : (['mail'] as const)),
  ]
}
