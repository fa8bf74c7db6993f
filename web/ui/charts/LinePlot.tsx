import { LinePath } from '@visx/shape'
import { Axes, axesOf } from './Axes.tsx'
import { valueOf } from './chart-data.ts'
import { colourOf } from './palette.ts'
import type { PlotProps } from './plot.ts'

/** Lines after the first are dashed, to differ by more than colour. */
const DASHES = [undefined, '7 4', '2 4', '10 3 2 3']
/** Below that every point is marked. */
const FEW = 32

/** A line a series, broken where nothing was measured. */
export function LinePlot(plot: PlotProps) {
  const { data, active } = plot
  const axes = axesOf(plot, 0)
  const { y, centre } = axes
  const isAlone = (series: number, label: number) =>
    valueOf(data, series, label - 1) === null && valueOf(data, series, label + 1) === null
  return (
    <Axes plot={plot} axes={axes}>
      {active !== null && (
        <line x1={centre(active)} x2={centre(active)} y1={y.range()[0]} y2={y.range()[1]} className="stroke-humo" />
      )}
      {data.series.map((series, index) => (
        <g key={series.label}>
          <LinePath
            data={data.labels.map((_, label) => label)}
            x={centre}
            y={(label) => y(valueOf(data, index, label) ?? 0)}
            defined={(label) => valueOf(data, index, label) !== null}
            stroke={colourOf(index)}
            strokeWidth={2.5}
            strokeLinejoin="round"
            strokeLinecap="round"
            {...(DASHES[index] && { strokeDasharray: DASHES[index] })}
          />
          {data.labels.map((_, label) => {
            const value = valueOf(data, index, label)
            if (value === null) return null
            if (label !== active && data.labels.length > FEW && !isAlone(index, label)) return null
            return (
              <circle
                key={label}
                cx={centre(label)}
                cy={y(value)}
                r={label === active ? 5 : 3}
                fill={colourOf(index)}
              />
            )
          })}
        </g>
      ))}
    </Axes>
  )
}
