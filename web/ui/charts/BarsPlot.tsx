import { Axes, axesOf } from './Axes.tsx'
import { valueOf } from './chart-data.ts'
import { colourOf } from './palette.ts'
import type { PlotProps } from './plot.ts'

/** A bar alone is still a bar, not a wall. */
const WIDEST = 72

/** Bars side by side, or one on another. What lies below zero hangs from it. */
export function BarsPlot(plot: PlotProps) {
  const { kind, data, active, highlight } = plot
  const axes = axesOf(plot, data.labels.length > 60 ? 0.1 : 0.3)
  const { x, y, band, centre } = axes
  const isStacked = kind === 'stacked'
  const space = Math.min(x.bandwidth(), WIDEST * (isStacked ? 1 : data.series.length))
  const part = space / (isStacked ? 1 : data.series.length)
  return (
    <Axes plot={plot} axes={axes}>
      {data.labels.map((_, label) => {
        const sums = { up: 0, down: 0 }
        return (
          <g key={label} opacity={active === null || active === label ? 1 : 0.55}>
            {data.series.map((series, index) => {
              const value = valueOf(data, index, label)
              if (value === null || value === 0) return null
              const side = value > 0 ? 'up' : 'down'
              const from = isStacked ? sums[side] : 0
              sums[side] = from + value
              const [top, bottom] = [y(Math.max(from, from + value)), y(Math.min(from, from + value))]
              // A gap separates the parts of a stack by more than colour.
              const seam = isStacked && from !== 0 && bottom - top > 3 ? 2 : 0
              const width = Math.max(part - (part > 8 && !isStacked && data.series.length > 1 ? 2 : 0), 0.5)
              return (
                <rect
                  key={series.label}
                  x={centre(label) - space / 2 + (isStacked ? 0 : index * part)}
                  width={width}
                  y={side === 'up' ? top : top + seam}
                  height={Math.max(bottom - top - seam, 1)}
                  rx={band > 12 ? Math.min(4, width / 4) : 0}
                  fill={highlight === label && data.series.length === 1 ? 'var(--color-sol)' : colourOf(index)}
                />
              )
            })}
          </g>
        )
      })}
    </Axes>
  )
}
