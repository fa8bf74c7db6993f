import { shareOf } from '#web/lib/numbers.ts'
import { type Figures } from './figures.ts'

export type ChartKind = 'line' | 'bars' | 'stacked' | 'rows' | 'funnel' | 'heat'

/** What every kind of chart draws: a table of figures, a row a label and a column a series. */
export interface ChartData {
  /** Names the labels: «Día». */
  heading: string
  /** As they stand on the axis: `21`. */
  labels: readonly string[]
  /** As they are read out and written in the table, where the axis is short: `sáb 21 nov`. */
  names?: readonly string[]
  /** At most four. `rows` draws the first within the second (sold of capacity); a funnel has one. */
  series: readonly { label: string; values: readonly (number | null)[] }[]
}

export const nameOf = (data: ChartData, label: number) => data.names?.[label] ?? data.labels[label] ?? ''
export const valueOf = (data: ChartData, series: number, label: number) => data.series[series]?.values[label] ?? null

/** Nothing was measured. A measured zero is not nothing. */
export function isEmpty(data: ChartData): boolean {
  return data.labels.length === 0 || data.series.every(({ values }) => values.every((value) => value === null))
}

/** Where a reader of the chart may stand: its labels; of a heat every cell, a series after the other. */
export function placesOf(kind: ChartKind, data: ChartData): number {
  return kind === 'heat' ? data.labels.length * data.series.length : data.labels.length
}

/** The values at a place, with derived figures. `series` decides the colour. */
export interface Reading {
  name: string
  figures: { label: string; text: string; series: number | null }[]
}

export function readingAt(kind: ChartKind, data: ChartData, figures: Figures, place: number): Reading {
  const label = place % Math.max(data.labels.length, 1)
  const rows = data.series.map((series, index) => ({ label: series.label, value: valueOf(data, index, label), index }))
  const written = (value: number | null) => (value === null ? 'sin datos' : figures.full(value))
  if (kind === 'heat') {
    const cell = rows[Math.floor(place / data.labels.length)]
    const name = `${cell?.label ?? ''}, ${nameOf(data, label)}`
    return { name, figures: [{ label: '', text: written(cell?.value ?? null), series: null }] }
  }
  const read = rows.map(({ label: name, value, index }) => ({ label: name, text: written(value), series: index }))
  return { name: nameOf(data, label), figures: [...read, ...workedOut(kind, data, figures, label)] }
}

/** `name: Entradas 230, Total 310`, as it is read out. */
export function spoken({ name, figures }: Reading): string {
  return `${name}: ${figures.map(({ label, text }) => `${label} ${text}`.trim()).join(', ')}`
}

function workedOut(kind: ChartKind, data: ChartData, figures: Figures, label: number): Reading['figures'] {
  if (kind === 'stacked') {
    const total = data.series.reduce((sum, _, index) => sum + (valueOf(data, index, label) ?? 0), 0)
    return [{ label: 'Total', text: figures.full(total), series: null }]
  }
  if (kind !== 'funnel' || label === 0) return []
  return [
    { label: 'Del paso anterior', text: shareOf(valueOf(data, 0, label), valueOf(data, 0, label - 1)), series: null },
  ]
}

/** The lowest and the highest that an axis must reach; zero is always on it. */
export function extentOf(kind: ChartKind, data: ChartData): [number, number] {
  const sums = data.labels.flatMap((_, label) => {
    const values = data.series.map((__, index) => valueOf(data, index, label) ?? 0)
    if (kind !== 'stacked') return values
    const sumOf = (part: readonly number[]) => part.reduce((sum, value) => sum + value, 0)
    return [sumOf(values.filter((value) => value > 0)), sumOf(values.filter((value) => value < 0))]
  })
  // Not Math.max(...sums): a chart may have more points than a call takes arguments.
  const low = sums.reduce((least, value) => Math.min(least, value), 0)
  const high = sums.reduce((most, value) => Math.max(most, value), 0)
  // Where all is zero there is still an above.
  return [low, low === high ? 1 : high]
}
