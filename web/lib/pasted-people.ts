/**
 * People read from a list that was pasted, one a line: «Camila Ferreyra 341 555-0101 camila@gmail.com», in any order, as chats, their
 * exports and spreadsheets leave it. The one reader for every place where lists are pasted. Pure.
 */
import { mail as mailSchema } from '#contract/accounts/accounts.ts'
import { couldBePhone, looksLikePhone } from '#contract/values/phone.ts'

/**
 * What a person should look at: several phones in the line, of which the first is taken; a number of another country; `+1` before a
 * number, which is a companion or the code of the United States; a name that may be none.
 */
export type Doubt = 'phones' | 'foreign' | 'companionOrCountry' | 'name'

export interface PastedPerson {
  readonly name: string
  /** As it was written; the server reads it in every way in which people write one. */
  readonly phone: string
  readonly mail: string
  /** How many come along: `+1`, `x2`, «y 2 más». */
  readonly companions?: number | undefined
  readonly doubts?: readonly Doubt[] | undefined
}

/** Most rows of one list; an hour has 120. */
export const MOST_PASTED = 100

const BULLET = /^\s*(?:[-–—•*·✅☑✔▪]|\d{1,3}\s?[.)°-](?=\s))\s*/u
/** What WhatsApp writes before each message: «[21:05, 26/11/2026] Lau: », or «26/11/26, 21:05 - Lau: » in an export. */
const STAMP =
  /^\s*(?:\[[^\]]{0,30}\d{1,2}:\d{2}[^\]]{0,20}\]|\d{1,4}[/.-]\d{1,2}[/.-]\d{2,4},?\s+\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]\.?\s?m\.?)?\s+[-–—]\s)\s*(?:[^:]{1,60}:\s+)?/iu
/** What WhatsApp says itself, of a message or in the place of one. */
const SYSTEM =
  /[<(]?\s*(?:se editó este mensaje|this message was edited|(?:se eliminó|eliminaste) este mensaje|editado|multimedia omitido|(?:imagen|foto|video|audio|sticker|gif|documento|archivo adjunto|tarjeta de contacto)s? omitid[oa]s?|archivo adjunto)\.?\s*[>)]?\s*$/iu
const SYSTEM_LINE =
  /cifrados? de extremo a extremo|se unió (?:usando|con|mediante)|(?:añadió|agregó|eliminó) a |salió del grupo|cambió (?:el|la) (?:asunto|nombre|ícono|icono|foto|descripción)|creó (?:el|este) grupo|llamada (?:perdida|de voz)/iu
/** A link to a chat holds its phone. */
const CHAT_LINK =
  /(?:https?:\/\/)?(?:www\.)?(?:wa\.me\/|(?:api|web)\.whatsapp\.com\/send\/?\?(?:[^\s#]*&)?phone=)(?:\+|%2B)?(\d{6,20})[^\s,;)>\]]*|tel:(?=\+?\d)/giu
const LINK = /(?:https?:\/\/|www\.)[^\s,;>\]]+|(?<![\p{L}\d@.])(?:instagram|facebook|tiktok)\.com\/[^\s,;>\]]*/giu
const MAIL = /[^\s,;:<>()[\]|]+@[^\s,;:<>()[\]|]+\.[^\s,;:<>()[\]|]+/u
/** A document is not a phone: after its word, or with the dots of one. */
const DOCUMENTS = [
  /(?<!\p{L})(?:d\.?n\.?i|documento|doc)(?!\p{L})[\s.:#ºn°-]*\d{1,2}[.\s]?\d{3}[.\s]?\d{3}(?!\d)/giu,
  /(?<!\p{L})cui[tl](?!\p{L})[\s.:#ºn°-]*\d{2}[-\s.]?\d{7,8}[-\s.]?\d(?!\d)/giu,
  /(?<![\d.])\d{1,2}\.\d{3}\.\d{3}(?![\d.]*\d)/gu,
]
const MONTH = 'enero|febrero|marzo|abril|mayo|junio|julio|agosto|sept?iembre|octubre|noviembre|diciembre'
/** Days and hours: the headings of a chat, and what stands beside a name. */
const MOMENTS = [
  /(?<![\d/])\d{4}-(?:0?[1-9]|1[0-2])-(?:0?[1-9]|[12]\d|3[01])(?!\d)/gu,
  /(?<![\d/])(?:0?[1-9]|[12]\d|3[01])\/(?:0?[1-9]|1[0-2])(?:\/(?:\d{4}|\d{2}))?(?![\d/-])/gu,
  new RegExp(String.raw`(?<!\d)\d{1,2}\s+de\s+(?:${MONTH})(?:\s+(?:de\s+)?\d{4})?(?!\p{L})`, 'giu'),
  /(?<![\d:])(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d)?(?!\d)\s*(?:hs?\.?(?!\p{L}))?/giu,
]
/** A line of a day alone, as chats divide their messages. */
const DAY_LINE = /^\W*(?:hoy|ayer|(?:lunes|martes|miércoles|miercoles|jueves|viernes|sábado|sabado|domingo),?)\W*$/iu
const COUNTS: Readonly<Record<string, number>> = { un: 1, una: 1, uno: 1, dos: 2, tres: 3, cuatro: 4 }
/** A plus and one figure that hang on no number: «+1», «(+ 2)». */
const PLUS = /(?<![\d+])\(?\+\s?([1-9])\)?(?![\d.-])/u
const MORE =
  /(?<!\p{L})(?:(?:y|con|\+|más|mas)\s+)?(\d|una?|uno|dos|tres|cuatro)\s+(?:más|mas|acompañantes?|acompanantes?|amig[oa]s?|invitad[oa]s?)(?!\p{L})/iu
/** «x2»: two in all. */
const TIMES = /(?<![\p{L}\d])[x×]\s?([2-9])(?![\p{L}\d])/iu
/** Digits with what people put between them; a name has none. */
const DIGITS = /\+?\(?\+?\d[\d\s().\-–/]{4,}\d/gu
const BETWEEN = /[\s,;:|<>()[\]\-–—_/\t]+/u
/** Marks of writing direction and their like; the joiners within an emoji are a part of it. */
const UNSEEN =
  /[\u00ad\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]|(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d/gu
/** Wide letters and figures, and the dashes that only printers tell apart. */
const WIDE = /[\uff01-\uff5e]/gu
const DASHES = /[\u2010-\u2012\u2015\u2212\ufe58\ufe63]/gu

export function readPasted(text: string): PastedPerson[] {
  return text
    .normalize('NFC')
    .replaceAll(UNSEEN, '')
    .replaceAll(WIDE, (wide) => wide.normalize('NFKC'))
    .replaceAll(DASHES, '-')
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .filter((line) => !SYSTEM_LINE.test(line) && !DAY_LINE.test(line))
    .map(readLine)
    .filter(({ name, phone, mail }) => name !== '' || phone !== '' || mail !== '')
}

function readLine(line: string): PastedPerson {
  const bare = line
    .replace(STAMP, '')
    .replace(BULLET, '')
    .replace(SYSTEM, '')
    .replaceAll(CHAT_LINK, (_, phone: string | undefined) => (phone === undefined ? ' ' : ` +${phone} `))
    .replaceAll(LINK, ' ')
  const mail = (MAIL.exec(bare)?.[0] ?? '').replace(/^[*_~`]+/, '').replace(/[.,;*_~`!?»"']+$/, '')
  const withoutMail = mail === '' ? bare : bare.replace(mail, ' ')
  const withoutDays = [...DOCUMENTS, ...MOMENTS].reduce((text, each) => text.replaceAll(each, ' '), withoutMail)
  const { companions, rest, isBeforeNumber } = readCompanions(withoutDays)
  const phones = phonesIn(rest)
  const [phone = ''] = phones
  const name = phones
    .reduce((text, each) => text.replace(each, ' '), rest)
    // How chats write bold, italics and what is struck out.
    .replaceAll(/[*~`]/g, ' ')
    .split(BETWEEN)
    .filter((part) => /[^\p{P}]/u.test(part))
    .join(' ')
  const doubts: Doubt[] = [
    ...(phones.length > 1 ? (['phones'] as const) : []),
    ...(isForeign(phone) ? (['foreign'] as const) : []),
    ...(isBeforeNumber ? (['companionOrCountry'] as const) : []),
    ...(isOddName(name) ? (['name'] as const) : []),
  ]
  return { name, phone, mail, ...(companions > 0 && { companions }), ...(doubts.length > 0 && { doubts }) }
}

/** How many come along, and the line without them. */
function readCompanions(line: string): { companions: number; rest: string; isBeforeNumber: boolean } {
  const more = MORE.exec(line)
  if (more) return { companions: countOf(more[1]), rest: line.replace(more[0], ' '), isBeforeNumber: false }
  const times = TIMES.exec(line)
  if (times) return { companions: countOf(times[1]) - 1, rest: line.replace(times[0], ' '), isBeforeNumber: false }
  const plus = PLUS.exec(line)
  if (!plus) return { companions: 0, rest: line, isBeforeNumber: false }
  const behind = line.slice(plus.index + plus[0].length)
  // Only +1 and +7 are codes of countries; in brackets it is none.
  const mayBeCode = /^[17]$/.test(plus[1] ?? '') && !plus[0].includes('(')
  return {
    companions: countOf(plus[1]),
    rest: line.replace(plus[0], ' '),
    isBeforeNumber: mayBeCode && /^\s*\(?\d/.test(behind),
  }
}

const countOf = (word = '') => COUNTS[word.toLowerCase()] ?? Number(word)

/** Whether a phone says the code of a country that is not Argentina. */
export function isForeign(phone: string): boolean {
  return /^\(?(?:\+|00)\s?\(?(?!54)\d/.test(phone.trim())
}

/** A heading, a greeting or a sentence, or a text with figures or signs: what a list has beside names. */
function isOddName(name: string): boolean {
  return (
    /[\d@#=$%&/\\^{}?¿!¡"«»…]/u.test(name) ||
    name.split(' ').length > 6 ||
    /(?<!\p{L})(?:listas?|vip|cortes[ií]as?|invitad[oa]s|total|hola|gracias|buenas|por favor|porfa|anotame|anotá|mesas?|nombre|tel[eé]fono|whatsapp|email|mail)(?!\p{L})/iu.test(
      name,
    )
  )
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
