/** The rows of the bench and how they are shown. */

export interface Row {
  readonly name: string
  readonly figure: number
  readonly unit: string
  /** What the same run measured of the thing compared with, in the same unit. */
  readonly baseline?: number
  /** Figure over baseline. */
  readonly ratio?: number
  /** The bar in words. */
  readonly bar: string
  readonly holds: boolean
}

/** A row, and what explains it: latency, how busy the cores were. Only the row itself is written to `latest.json`. */
export interface Measured {
  readonly row: Row
  readonly note: string
}

/** Three digits say what a measurement knows. */
function round(value: number): number {
  const size = Math.abs(value)
  const step = size >= 100 ? 1 : size >= 1 ? 10 : 100
  return Math.round(value * step) / step
}
const shown = (value: number) => round(value).toLocaleString('en-US')

/** A row whose figure shall be at least, or at most, the bar. */
export function judged(
  name: string,
  figure: number,
  unit: string,
  bar: { readonly atLeast: number } | { readonly atMost: number },
  note = '',
): Measured {
  const isLower = 'atMost' in bar
  const limit = isLower ? bar.atMost : bar.atLeast
  const holds = isLower ? figure <= limit : figure >= limit
  return {
    row: { name, figure: round(figure), unit, bar: `${isLower ? '≤' : '≥'} ${shown(limit)} ${unit}`, holds },
    note,
  }
}

/** A row whose figure shall be at least `atLeast` times what it is compared with. */
export function compared(
  name: string,
  figure: number,
  unit: string,
  baseline: number,
  atLeast: number,
  note = '',
): Measured {
  const ratio = figure / baseline
  const row = { name, figure: round(figure), unit, baseline: round(baseline), ratio: Math.round(ratio * 100) / 100 }
  return { row: { ...row, bar: `≥ ${atLeast} × baseline`, holds: ratio >= atLeast }, note }
}

/** The table as Markdown, which reads as well in a terminal. */
export function tableOf(measured: readonly Measured[]): string {
  const head = ['what', 'figure', 'baseline', 'ratio', 'bar', 'holds', 'note']
  const body = measured.map(({ row, note }) => [
    row.name,
    `${shown(row.figure)} ${row.unit}`,
    row.baseline === undefined ? '' : shown(row.baseline),
    row.ratio === undefined ? '' : `${row.ratio} ×`,
    row.bar,
    row.holds ? 'yes' : 'NO',
    note,
  ])
  const widths = head.map((title, column) =>
    Math.max(...[head, ...body].map((cells) => cells[column]?.length ?? title.length)),
  )
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n')
}
