import type { ChartData, ChartKind } from './chart-data.ts'
import type { Figures } from './figures.ts'

export interface PlotProps {
  kind: ChartKind
  data: ChartData
  figures: Figures
  width: number
  height: number
  /** The selected place, if any. */
  active: number | null
  /** A label that matters now: today. */
  highlight: number | undefined
  onPoint: (place: number | null) => void
}

/** Height of a chart of `rows`, `funnel` or `heat` follows what it has to show; the others are as high as a glance takes. */
export function heightOf(kind: ChartKind, data: ChartData): number {
  if (kind === 'heat') return data.series.length * HEAT_ROW + AXIS
  if (kind === 'rows' || kind === 'funnel') return Math.max(data.labels.length, 1) * ROW
  return 240
}

export const HEAT_ROW = 30
/** A line of words, a bar and air. */
export const ROW = 50
/** Under the plot, where the labels stand. */
export const AXIS = 28

const LETTER = 6.9
/** How wide 12 px letters are drawn, near enough to keep labels apart. */
export const textWidth = (text: string) => text.length * LETTER + 4

/** Text cut to the pixels, with an ellipsis; the readout and the table have it whole. */
export function fitted(text: string, pixels: number): string {
  const most = Math.max(1, Math.floor(pixels / LETTER))
  const letters = Array.from(text)
  return letters.length <= most
    ? text
    : `${letters
        .slice(0, Math.max(1, most - 1))
        .join('')
        .trimEnd()}…`
}

const LONGEST_LABEL = 84

/**
 * The labels that stand under the axis without touching: the last, which is today's, and every so many before it; `anchor`
 * begins at the first. `centre` returns the middle of a label's place.
 */
export function shownLabels(
  labels: readonly string[],
  { width, band, centre, anchor = 'last' }: LabelRoom,
): { index: number; text: string; x: number }[] {
  const texts = labels.map((label) => fitted(label, Math.max(LONGEST_LABEL, band - 6)))
  const widest = texts.reduce((most, text) => Math.max(most, textWidth(text)), 0)
  const step = Math.max(1, Math.ceil((widest + 8) / Math.max(band, 0.01)))
  const from = anchor === 'last' ? (labels.length - 1) % step : 0
  const shown = texts
    .map((text, index) => ({ index, text, x: within(centre(index), textWidth(text) / 2, width) }))
    .filter(({ index }) => index % step === from)
  // The outermost are moved inwards, maybe into their neighbour.
  const last = shown.at(-1)
  return shown.filter(
    (each) => each === last || !last || each.x + textWidth(each.text) / 2 <= last.x - textWidth(last.text) / 2,
  )
}

interface LabelRoom {
  width: number
  band: number
  centre: (index: number) => number
  anchor?: 'first' | 'last'
}

const within = (centre: number, half: number, width: number) =>
  Math.min(Math.max(centre, half), Math.max(half, width - half))
