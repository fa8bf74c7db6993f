import type { ReactNode } from 'react'
import { placesOf, readingAt, spoken, type ChartData, type ChartKind } from './chart-data.ts'
import type { Figures } from './figures.ts'

interface ChartWalkProps {
  kind: ChartKind
  title: string
  data: ChartData
  figures: Figures
  place: number | null
  onPlace: (place: number | null) => void
  children: ReactNode
}

/**
 * A chart that is walked with the arrows, from label to label: the browser's own slider, unseen over the drawing, brings
 * the keys, Home and End, and announces the current place. In a heat map, up and down change the row.
 */
export function ChartWalk({ kind, title, data, figures, place, onPlace, children }: ChartWalkProps) {
  const last = placesOf(kind, data) - 1
  const current = place ?? last
  return (
    <div className="relative rounded-card has-focus-visible:outline-2 has-focus-visible:outline-offset-4 has-focus-visible:outline-celeste">
      <input
        type="range"
        aria-label={`Recorrer ${title}`}
        aria-valuetext={spoken(readingAt(kind, data, figures, current))}
        min={0}
        max={last}
        value={current}
        onChange={({ target }) => onPlace(target.valueAsNumber)}
        onFocus={() => onPlace(current)}
        onBlur={() => onPlace(null)}
        onKeyDown={(event) => {
          if (kind !== 'heat' || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
          event.preventDefault()
          const next = current + (event.key === 'ArrowUp' ? -1 : 1) * data.labels.length
          if (next >= 0 && next <= last) onPlace(next)
        }}
        className="pointer-events-none absolute inset-0 size-full opacity-0"
      />
      {children}
    </div>
  )
}
