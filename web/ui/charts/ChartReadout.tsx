import { shareOf } from '#web/lib/numbers.ts'
import { readingAt, type ChartData, type ChartKind, type Reading } from './chart-data.ts'
import type { Figures } from './figures.ts'
import { colourOf } from './palette.ts'

interface ChartReadoutProps {
  kind: ChartKind
  data: ChartData
  figures: Figures
  place: number | null
}

/** One line over the drawing: the values at the pointer or keyboard position, or the colour legend. */
export function ChartReadout({ kind, data, figures, place }: ChartReadoutProps) {
  const reading = place === null ? null : readingAt(kind, data, figures, place)
  const hasColours = (kind === 'line' || kind === 'bars' || kind === 'stacked') && data.series.length > 1
  if (!reading && !hasColours) return <p className="min-h-6 text-14 text-humo">{atRest(kind, data, figures)}</p>
  const parts: Reading['figures'] =
    reading?.figures ?? data.series.map(({ label }, series) => ({ label, text: '', series }))
  return (
    <p aria-hidden={reading ? 'true' : undefined} className="flex min-h-6 flex-wrap gap-x-4 gap-y-1 text-14">
      {reading && <span className="text-humo wrap-anywhere">{reading.name}</span>}
      {parts.map(({ label, text, series }, index) => (
        <span key={index} className="inline-flex items-center gap-1.5">
          {hasColours && series !== null && (
            <span className="size-2.5 shrink-0 rounded-full" style={{ background: colourOf(series) }} />
          )}
          <span className={text ? 'text-humo' : ''}>{label}</span>
          {text && <b>{text}</b>}
        </span>
      ))}
    </p>
  )
}

/** Shown by a chart of one colour while no place is selected. */
function atRest(kind: ChartKind, data: ChartData, figures: Figures): string {
  const [values = [], whole = []] = data.series.map((series) => series.values.map((value) => value ?? 0))
  const sumOf = (numbers: readonly number[]) => figures.full(numbers.reduce((sum, value) => sum + value, 0))
  if (kind === 'funnel') return `Llega al final: ${shareOf(values.at(-1) ?? null, values[0] ?? null)}`
  if (kind === 'bars') return `Total ${sumOf(values)}`
  if (kind === 'rows') return whole.length > 0 ? `Total ${sumOf(values)} de ${sumOf(whole)}` : `Total ${sumOf(values)}`
  return `Máximo ${figures.full(data.series.flatMap((series) => series.values).reduce<number>((most, value) => Math.max(most, value ?? most), -Infinity))}`
}
