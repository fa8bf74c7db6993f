/**
 * The one rule for text that people type (rule R3.6), and the schemas that keep it. Lengths are counted in Unicode
 * code points everywhere: what PostgreSQL's `length` and JSON Schema's `maxLength` count.
 */
import * as z from 'zod/mini'
import type { $ZodType } from 'zod/v4/core'
import { dropLinkTail } from './link-tail.ts'

/** Characters that end a line in some program: CR LF, LF, VT, FF, CR, NEL, and Unicode's line and paragraph separators. */
const LINE_ENDS = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/gu
/** Blanks of every width, and the one that is a letter of Braille. */
const BLANKS = /[\s\u2800]+/gu

// One emoji as people see it, with the marks inside it that are seen nowhere else: skin, presentation, joined pictures, a
// key's frame, and the three flags that are spelled in tags.
const PICTURE = String.raw`\p{Extended_Pictographic}(?:\uFE0F|\p{Emoji_Modifier})?`
const EMOJI = [
  String.raw`\u{1F3F4}\u{E0067}\u{E0062}(?:\u{E0065}\u{E006E}\u{E0067}|\u{E0073}\u{E0063}\u{E0074}|\u{E0077}\u{E006C}\u{E0073})\u{E007F}`,
  String.raw`${PICTURE}(?:\u200D${PICTURE})*`,
  String.raw`[0-9#*]\uFE0F\u20E3`,
].join('|')
/**
 * Controls, halves of surrogate pairs, what is no character, and all that Unicode says is drawn as nothing: bidi overrides
 * and isolates, joiners, zero-width blanks, variation selectors, tags. Two names that look alike must not differ by them.
 */
const UNSEEN = String.raw`(?!\n)[\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\uFFF9-\uFFFC]`
const EMOJI_OR_UNSEEN = new RegExp(`(${EMOJI})|${UNSEEN}`, 'gu')

/** A text of several lines as it is kept: its line ends are `\n`, a tab is a blank, nothing is in it that is not seen. */
export function asParagraph(text: string): string {
  return text
    .replaceAll(LINE_ENDS, '\n')
    .replaceAll('\t', ' ')
    .replaceAll(EMOJI_OR_UNSEEN, (_, emoji: string | undefined) => emoji ?? '')
    .normalize('NFC')
    .trim()
}

/** A text of one line as it is kept: line ends and blanks, one or many, are one space. Fit for a mail's header. */
export function asLine(text: string): string {
  return asParagraph(text).replaceAll(BLANKS, ' ').trim()
}

/** In code points. */
export function textLength(text: string): number {
  return Array.from(text).length
}

/** The first `max` code points of a line, without a half of anything at its end. */
export function shorten(text: string, max: number): string {
  return textLength(text) <= max ? text : asLine(Array.from(text).slice(0, max).join(''))
}

export type TextKind = 'line' | 'paragraph' | 'opaque'

interface Size {
  /** Code points; nothing is demanded when absent. */
  readonly min?: number
  readonly max: number
  /** Message for a text below `min`. */
  readonly short?: string
  /** The same for one without any character. */
  readonly empty?: string
  /** Message for one above `max`. */
  readonly long?: string
}

const BAG_KEY = 'textKind'

function text(kind: TextKind, keep: (typed: string) => string, size: Size): z.ZodMiniString<string> {
  const { min = 0, max, short = `Usá al menos ${min} caracteres`, long = `Usá como máximo ${max} caracteres` } = size
  const { empty = short } = size
  const check = z.check<string>((payload) => {
    payload.value = keep(payload.value)
    const length = textLength(payload.value)
    const message = length < min ? (length === 0 ? empty : short) : length > max ? long : null
    // What else is wrong of a form is said with it.
    if (message !== null) payload.issues.push({ code: 'custom', message, input: payload.value, continue: true })
  })
  check._zod.onattach.push(({ _zod: { bag } }) => {
    Object.assign(bag, { [BAG_KEY]: kind, maximum: max, ...(min > 0 && { minimum: min }) })
  })
  return z.string().check(check)
}

/** A line that a person types. */
export function line(size: Size): z.ZodMiniString<string> {
  return text('line', asLine, size)
}

/** A text of several lines that a person types. */
export function paragraph(size: Size): z.ZodMiniString<string> {
  return text('paragraph', asParagraph, size)
}

/** A token or the like: taken to the letter, compared and never shown. */
export function opaque(size: Size): z.ZodMiniString<string> {
  return text('opaque', (typed) => typed, size)
}

/** A code that stands in a link and that people read, such as a promoter's. */
export function linkCode(size: Size): z.ZodMiniString<string> {
  return text('line', (typed) => dropLinkTail(asLine(typed)), size)
}

/** A token or signature that stands in a link. */
export function linkToken(size: Size): z.ZodMiniString<string> {
  return text('opaque', dropLinkTail, size)
}

/** A password that a person types: to the letter, but in NFC, because keyboards write the same `ñ` in two ways. */
export function secret(size: Size): z.ZodMiniString<string> {
  return text('opaque', (typed) => typed.normalize('NFC'), size)
}

/** Which of the three rules a string's schema keeps; undefined when it was made without them. */
export function textKindOf(schema: $ZodType): TextKind | undefined {
  return schema._zod.bag[BAG_KEY] as TextKind | undefined // written by `text` alone
}
