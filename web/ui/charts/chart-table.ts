import { shareOf } from '#web/lib/numbers.ts'
import { nameOf, valueOf, type ChartData, type ChartKind } from './chart-data.ts'
import type { Figures } from './figures.ts'

type Cell = string | number | null

/** The same figures as a table: the alternative for who cannot see the chart, and what its CSV holds. */
export function tableOf(kind: ChartKind, data: ChartData): { head: string[]; rows: Cell[][] } {
  const extra = kind === 'stacked' ? ['Total'] : kind === 'funnel' ? ['Del paso anterior'] : []
  return {
    head: [data.heading, ...data.series.map(({ label }) => label), ...extra],
    rows: data.labels.map((_, label) => {
      const values = data.series.map((__, series) => valueOf(data, series, label))
      const total = values.reduce<number>((sum, value) => sum + (value ?? 0), 0)
      const worked = kind === 'stacked' ? [total] : kind === 'funnel' ? [stepShare(data, label)] : []
      return [nameOf(data, label), ...values, ...worked]
    }),
  }
}

const stepShare = (data: ChartData, label: number) =>
  label === 0 ? '' : shareOf(valueOf(data, 0, label), valueOf(data, 0, label - 1))

export function cellText(cell: Cell, figures: Figures): string {
  return cell === null ? '—' : typeof cell === 'number' ? figures.full(cell) : cell
}

/** As spreadsheets here open it: semicolons, a comma before decimals, a mark that says UTF-8. */
export function csvOf(kind: ChartKind, data: ChartData): string {
  const { head, rows } = tableOf(kind, data)
  return `\uFEFF${[head, ...rows].map((row) => row.map(csvCell).join(';')).join('\r\n')}\r\n`
}

function csvCell(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell).replace('.', ',')
  // A word that a spreadsheet would run as a formula is kept a word.
  const text = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
  return /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
