/** People read from a list that was pasted, one a line: «Camila Ferreyra 341 555-0101 camila@gmail.com», in any order. Pure. */
import { mail as mailSchema } from '#contract/accounts/accounts.ts'
import { couldBePhone, looksLikePhone } from '#contract/values/phone.ts'

export interface PastedPerson {
  readonly name: string
  /** As it was written; the server reads it in every way in which people write one. */
  readonly phone: string
  readonly mail: string
  /** The line had more phones than this, the first. */
  readonly hasOthers?: true | undefined
}

/** Most rows of one list; an hour has 120. */
export const MOST_PASTED = 100

const BULLET = /^\s*(?:[-–—•*·✅☑✔▪]|\d{1,3}\s?[.)°-](?=\s))\s*/u
/** What WhatsApp writes before each message: «[21:05, 26/11/2026] Lau: », or «26/11/26, 21:05 - Lau: » in an export. */
const STAMP =
  /^\s*(?:\[[^\]]{0,30}\d{1,2}:\d{2}[^\]]{0,20}\]|\d{1,4}[/.-]\d{1,2}[/.-]\d{2,4},?\s+\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]\.?\s?m\.?)?\s+[-–—]\s)\s*(?:[^:]{1,60}:\s+)?/iu
const MAIL = /[^\s,;:<>()[\]|]+@[^\s,;:<>()[\]|]+\.[^\s,;:<>()[\]|]+/u
/** A document is not a phone: after its word, or with the dots of one. */
const DOCUMENTS = [
  /(?<!\p{L})(?:d\.?n\.?i|documento|doc)(?!\p{L})[\s.:#ºn°-]*\d{1,2}[.\s]?\d{3}[.\s]?\d{3}(?!\d)/giu,
  /(?<!\p{L})cui[tl](?!\p{L})[\s.:#ºn°-]*\d{2}[-\s.]?\d{7,8}[-\s.]?\d(?!\d)/giu,
  /(?<![\d.])\d{1,2}\.\d{3}\.\d{3}(?![\d.]*\d)/gu,
]
/** Digits with what people put between them; a name has none. */
const DIGITS = /\+?\(?\+?\d[\d\s().\-–/]{4,}\d/gu
const BETWEEN = /[\s,;:|<>()[\]\-–—_/\t]+/u
/** Marks of writing direction and their like; the joiners within an emoji are a part of it. */
const UNSEEN =
  /[\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]|(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d/gu

export function readPasted(text: string): PastedPerson[] {
  return text
    .normalize('NFC')
    .replaceAll(UNSEEN, '')
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map(readLine)
    .filter(({ name, phone, mail }) => name !== '' || phone !== '' || mail !== '')
}

function readLine(line: string): PastedPerson {
  const bare = line.replace(STAMP, '').replace(BULLET, '')
  const mail = (MAIL.exec(bare)?.[0] ?? '').replace(/[.,;]+$/, '')
  const withoutMail = mail === '' ? bare : bare.replace(mail, ' ')
  const rest = DOCUMENTS.reduce((text, document) => text.replaceAll(document, ' '), withoutMail)
  const phones = phonesIn(rest)
  const [phone = ''] = phones
  const name = phones
    .reduce((text, each) => text.replace(each, ' '), rest)
    .split(BETWEEN)
    .filter((part) => /[^\p{P}]/u.test(part))
    .join(' ')
  return { name, phone, mail, ...(phones.length > 1 && { hasOthers: true }) }
}

/** What may be a phone, each as it is written; where nothing may, the first digits, to be looked at. */
function phonesIn(text: string): string[] {
  const runs = [...text.matchAll(DIGITS)]
    .map(({ 0: run, index }) =>
      // «A0 351…»: what hangs on a letter is no part of the number after it.
      /\p{L}$/u.test(text.slice(0, index)) ? run.replace(/^\d{1,5}\s+/, '') : run,
    )
    .filter((run) => looksLikePhone(run) || splitRun(run).length > 0)
  const phones = runs.flatMap(splitRun)
  return phones.length > 0 ? phones : runs.slice(0, 1)
}

/** Of digits that are several numbers, each that may be a phone: from every place the longest. */
function splitRun(run: string): string[] {
  const parts = [...run.matchAll(/[^\s/]+/g)].map(({ 0: part, index }) => ({ from: index, to: index + part.length }))
  const found: string[] = []
  for (let start = 0; start < parts.length; start++) {
    const { from } = parts[start] ?? { from: 0 }
    const end = parts.findLastIndex(({ to }, index) => index >= start && couldBePhone(run.slice(from, to)))
    if (end < start) continue
    found.push(run.slice(from, parts[end]?.to))
    start = end
  }
  return found
}

/** What a row lacks before it can be sent to a person who is not known. */
export function missingOf({ name, phone, mail }: PastedPerson): readonly ('name' | 'phone' | 'mail')[] {
  return [
    ...(name.trim() === '' ? (['name'] as const) : []),
    ...(couldBePhone(phone) ? [] : (['phone'] as const)),
    ...(mailSchema.safeParse(mail).success ? [] : (['mail'] as const)),
  ]
}
