import type { ComponentType } from 'react'
import { BarsPlot } from './BarsPlot.tsx'
import type { ChartKind } from './chart-data.ts'
import { HeatPlot } from './HeatPlot.tsx'
import { LinePlot } from './LinePlot.tsx'
import type { PlotProps } from './plot.ts'
import { RowsPlot } from './RowsPlot.tsx'

const plots: Record<ChartKind, ComponentType<PlotProps>> = {
  line: LinePlot,
  bars: BarsPlot,
  stacked: BarsPlot,
  rows: RowsPlot,
  funnel: RowsPlot,
  heat: HeatPlot,
}

/** The drawing half of `Chart`, in a chunk of its own with what it draws by. */
export default function Plot(props: PlotProps) {
  const Drawing = plots[props.kind]
  return <Drawing {...props} />
}
