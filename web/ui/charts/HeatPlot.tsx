import { scaleBand, scaleLinear } from '@visx/scale'
import { extentOf, placesOf, valueOf } from './chart-data.ts'
import { AXIS, fitted, HEAT_ROW, shownLabels, textWidth, type PlotProps } from './plot.ts'

const WIDEST_NAME = 96

/** Cells that glow by how much there was: hours across, days down. */
export function HeatPlot(plot: PlotProps) {
  const { kind, data, width, active, onPoint } = plot
  const columns = data.labels.length
  const names = data.series.map(({ label }) => fitted(label, WIDEST_NAME))
  const left = names.reduce((widest, name) => Math.max(widest, textWidth(name)), 0) + 8
  const x = scaleBand<number>({ domain: data.labels.map((_, index) => index), range: [left, width] })
  const strength = scaleLinear<number>({ domain: [0, extentOf(kind, data)[1]], range: [0.14, 1], clamp: true })
  const centre = (index: number) => (x(index) ?? 0) + x.bandwidth() / 2
  const air = x.step() > 8 ? 2 : 1
  return (
    <g onPointerLeave={() => onPoint(null)}>
      {names.map((name, row) => (
        <text
          key={row}
          x={left - 8}
          y={row * HEAT_ROW + HEAT_ROW / 2}
          dy="0.32em"
          textAnchor="end"
          className="fill-humo text-12"
        >
          {name}
        </text>
      ))}
      {Array.from({ length: placesOf(kind, data) }, (_, place) => {
        const [row, column] = [Math.floor(place / columns), place % columns]
        const value = valueOf(data, row, column)
        return (
          <rect
            key={place}
            x={(x(column) ?? 0) + air / 2}
            y={row * HEAT_ROW + 1}
            width={Math.max(x.bandwidth() - air, 1)}
            height={HEAT_ROW - 2}
            rx={Math.min(4, x.bandwidth() / 4)}
            onPointerEnter={() => onPoint(place)}
            className={`${value ? 'fill-celeste' : 'fill-mesa'} ${place === active ? 'stroke-papel' : 'stroke-transparent'}`}
            strokeWidth={2}
            fillOpacity={value ? strength(value) : 1}
          />
        )
      })}
      {shownLabels(data.labels, { width, band: x.step(), centre, anchor: 'first' }).map((label) => (
        <text
          key={label.index}
          x={label.x}
          y={data.series.length * HEAT_ROW + AXIS - 8}
          textAnchor="middle"
          className="fill-humo text-12"
        >
          {label.text}
        </text>
      ))}
    </g>
  )
}
