/**
 * CSV as spreadsheets in Argentina open it by a double click: semicolons, a decimal comma, UTF-8 with its mark. A text that a
 * spreadsheet would take for a formula, for another number or for a date begins with an apostrophe: people type names, and the file is
 * opened by other people. A phone is written as people write it, which no spreadsheet takes for a number.
 */
import { toLocalDate, toLocalTime } from '#contract/values/dates.ts'
import { isMaskedPhone, looksLikePhone } from '#contract/values/phone.ts'
import { spellPhone } from './phone.ts'

/** An instant, shown to the minute or to the day by the clock of Buenos Aires. */
export interface Moment {
  readonly instant: string
  readonly isDay: boolean
}
export type Cell = string | number | boolean | Moment | null | undefined

/** A cell with an instant to the minute, which sorts as it should; empty for none. */
export function moment(instant: string | null): Moment | null {
  return instant === null ? null : { instant, isDay: false }
}

/** A cell with the local day of an instant; empty for none. */
export function day(instant: string | null): Moment | null {
  return instant === null ? null : { instant, isDay: true }
}

export interface CsvColumn<Row> {
  readonly header: string
  readonly cell: (row: Row) => Cell
  /** Pesos: a spreadsheet writes their centavos. */
  readonly isMoney?: true
}

export const BYTE_ORDER_MARK = '\uFEFF'
/** The wide forms too, which some spreadsheets read alike. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠−]/
const NUMBER = /^[+-]?\d[\d.,]*$/
/** What comes out of a spreadsheet as something else: without its zeros, rounded, times a thousand, as a truth value or as a day. */
const MONTH = [
  'ene(?:ro)?|jan(?:uary)?|feb(?:rero|ruary)?|mar(?:zo|ch)?|abr(?:il)?|apr(?:il)?|mayo?|jun(?:io|e)?|jul(?:io|y)?',
  'ago(?:sto)?|aug(?:ust)?|sept?(?:iembre|ember)?|oct(?:ubre|ober)?|nov(?:iembre|ember)?|dic(?:iembre)?|dec(?:ember)?',
].join('|')
const ALTERED = [
  /^0\d+$/,
  /^\d{12,}$/,
  /^\d+[.,][\d.,]*$/,
  /^\d[\d.,]*e[+-]?\d+$/i,
  /^(?:true|false|verdadero|falso)$/i,
  /^\d{1,4}[-/.]\d{1,2}(?:[-/.]\d{1,4})?$/,
  new RegExp(String.raw`^(?:\d{1,2}[-/. ]?(?:de )?)?(?:${MONTH})[-/. ]?(?:de )?\d{1,4}$`, 'i'),
  new RegExp(String.raw`^\d{1,2}[-/. ]?(?:de )?(?:${MONTH})$`, 'i'),
]
/** Days as this file writes them are meant as such. */
const WRITTEN_DAY = /^\d{4}-\d{2}-\d{2}$/
const E164 = /^\+[1-9]\d{6,14}$/
const NEEDS_QUOTES = /[;,"\t\r\n]/

/** One line, with its end. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(textOf).join(';')}\r\n`
}

function textOf(cell: Cell): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'boolean') return yesNo(cell)
  if (typeof cell === 'number') return String(cell).replace('.', ',')
  if (typeof cell === 'object') return localText(cell)
  const spelled = readable(cell)
  const text = isFormula(spelled) || isAltered(spelled) ? `'${spelled}` : spelled
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A number computes to itself, a phone or a masked one to nothing else: they keep their sign as typed. */
function isFormula(text: string): boolean {
  return FORMULA.test(text) && !NUMBER.test(text) && !isPhone(text)
}

function isAltered(text: string): boolean {
  return !WRITTEN_DAY.test(text) && ALTERED.some((pattern) => pattern.test(text.trim()))
}

/** A text as people read it: phones with their area code apart. */
export function readable(text: string): string {
  return E164.test(text) ? spellPhone(text) : text
}

function isPhone(text: string): boolean {
  return text.startsWith('+') && (looksLikePhone(text) || isMaskedPhone(text))
}

/** `2026-11-28 23:30`, or the day alone. */
function localText({ instant, isDay }: Moment): string {
  return isDay ? toLocalDate(instant) : `${toLocalDate(instant)} ${toLocalTime(instant)}`
}

export const yesNo = (is: boolean) => (is ? 'sí' : 'no')
