import type { PointerEvent, ReactNode } from 'react'
import { scaleBand, scaleLinear } from '@visx/scale'
import { extentOf } from './chart-data.ts'
import { AXIS, shownLabels, textWidth, type PlotProps } from './plot.ts'

const TOP = 8
const TICKS = 4

/** Where labels and figures stand in a chart that has both axes. `bandAir` is the part of a band that stays empty. */
export function axesOf({ kind, data, figures, width, height }: PlotProps, bandAir: number) {
  const y = scaleLinear<number>({ domain: extentOf(kind, data), range: [height - AXIS, TOP], nice: TICKS })
  const ticks = y.ticks(TICKS).filter((tick) => !figures.isWhole || Number.isInteger(tick))
  const left = ticks.reduce((widest, tick) => Math.max(widest, textWidth(figures.short(tick))), 0) + 8
  const x = scaleBand<number>({ domain: data.labels.map((_, index) => index), range: [left, width], padding: bandAir })
  const band = x.step()
  return { x, y, ticks, left, band, centre: (index: number) => (x(index) ?? 0) + x.bandwidth() / 2 }
}

interface AxesProps {
  plot: PlotProps
  axes: ReturnType<typeof axesOf>
  children: ReactNode
}

/** Lines and figures behind the plot, labels under it, and the way from a pointer to a label. */
export function Axes({ plot, axes, children }: AxesProps) {
  const { data, figures, width, height, active, onPoint } = plot
  const { y, ticks, left, band, centre } = axes
  function point({ clientX, currentTarget }: PointerEvent<SVGRectElement>) {
    const first = currentTarget.getBoundingClientRect().left + centre(0) - left - band / 2
    onPoint(Math.min(Math.max(Math.floor((clientX - first) / band), 0), data.labels.length - 1))
  }
  return (
    <>
      {ticks.map((tick) => (
        <g key={tick}>
          <line
            x1={left}
            x2={width}
            y1={y(tick)}
            y2={y(tick)}
            className={tick === 0 ? 'stroke-borde-campo' : 'stroke-linea'}
          />
          <text x={left - 8} y={y(tick)} dy="0.32em" textAnchor="end" className="fill-humo text-12">
            {figures.short(tick)}
          </text>
        </g>
      ))}
      {children}
      {shownLabels(data.labels, { width, band, centre }).map(({ index, text, x }) => (
        <text
          key={index}
          x={x}
          y={height - 6}
          textAnchor="middle"
          className={index === active ? 'fill-papel text-12 font-semibold' : 'fill-humo text-12'}
        >
          {text}
        </text>
      ))}
      <rect
        x={left}
        width={Math.max(0, width - left)}
        height={height}
        fillOpacity={0}
        onPointerDown={point}
        onPointerMove={point}
        onPointerLeave={() => onPoint(null)}
      />
    </>
  )
}
