import { scaleLinear } from '@visx/scale'
import { extentOf, readingAt, valueOf } from './chart-data.ts'
import { fitted, ROW, textWidth, type PlotProps } from './plot.ts'

const BAR = 8
const LINE = 18

/** A bar a line, with its name over it: types within their capacity, steps of a funnel. */
export function RowsPlot(plot: PlotProps) {
  const { kind, data, figures, width, active, highlight, onPoint } = plot
  const [low, high] = extentOf(kind, data)
  const hasWhole = kind === 'rows' && data.series.length > 1
  return data.labels.map((label, index) => {
    const value = valueOf(data, 0, index)
    const whole = hasWhole ? valueOf(data, 1, index) : null
    // Relative to its own total, or to the longest row.
    const x = scaleLinear<number>({
      domain: whole ? [0, Math.max(whole, value ?? 0)] : [low, high],
      range: [0, width],
      clamp: true,
    })
    const share =
      kind === 'funnel' && index > 0 ? readingAt(kind, data, figures, index).figures.at(-1)?.text : undefined
    const written = value === null ? '—' : figures.full(value)
    const right = `${written}${whole === null ? '' : ` / ${figures.full(whole)}`}${share ? ` · ${share}` : ''}`
    const isFull = whole !== null && value !== null && value >= whole && whole > 0
    const top = index * ROW
    return (
      <g
        key={index}
        opacity={active === null || active === index ? 1 : 0.55}
        onPointerEnter={() => onPoint(index)}
        onPointerLeave={() => onPoint(null)}
      >
        <rect y={top} width={width} height={ROW} fillOpacity={0} />
        <text y={top + LINE} className="fill-papel text-14 font-semibold [word-spacing:0.12em]">
          {fitted(label, (width - textWidth(right) - 32) / 1.18)}
        </text>
        <text x={width} y={top + LINE} textAnchor="end" className="fill-humo text-14">
          {right}
        </text>
        <rect y={top + LINE + 9} width={width} height={BAR} rx={BAR / 2} className="fill-mesa-2" />
        {value !== null && value !== 0 && (
          <rect
            x={x(Math.min(0, value))}
            y={top + LINE + 9}
            width={Math.max(x(Math.max(0, value)) - x(Math.min(0, value)), BAR / 2)}
            height={BAR}
            rx={BAR / 2}
            className={isFull ? 'fill-yerba' : highlight === index ? 'fill-sol' : 'fill-celeste'}
          />
        )}
      </g>
    )
  })
}
