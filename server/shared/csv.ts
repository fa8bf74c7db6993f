/**
 * CSV as spreadsheets in Argentina open it by a double click: semicolons, a decimal comma, UTF-8 with its mark. A text that a
 * spreadsheet would take for a formula begins with an apostrophe: people type names, and the file is opened by other people.
 */
export type Cell = string | number | boolean | null | undefined

export interface CsvColumn<Row> {
  readonly header: string
  readonly cell: (row: Row) => Cell
  /** Pesos: a spreadsheet writes their centavos. */
  readonly isMoney?: true
}

export const BYTE_ORDER_MARK = '\uFEFF'
/** The wide forms too, which some spreadsheets read alike. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠−]/
/** Read with another separator, what follows one would be a cell of its own. */
const INNER_FORMULA = /([,;\t])(?=\s*[=+\-@＝＋－＠−])/g
const NEEDS_QUOTES = /[;,"\t\r\n]/

/** One line, with its end. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(textOf).join(';')}\r\n`
}

function textOf(cell: Cell): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'boolean') return yesNo(cell)
  if (typeof cell === 'number') return String(cell).replace('.', ',')
  const text = asText(cell.replaceAll(INNER_FORMULA, "$1'"))
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A text that no spreadsheet computes. */
export function asText(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text
}

export const yesNo = (is: boolean) => (is ? 'sí' : 'no')
