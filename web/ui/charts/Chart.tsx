import { ChartColumn, FileImage, Sheet, Table2 } from 'lucide-react'
import { lazy, Suspense, useId, useRef, useState } from 'react'
import { saveFile } from '#web/lib/save-file.ts'
import { IconButton } from '../base/IconButton.tsx'
import { RowMenu } from '../data/RowMenu.tsx'
import { Skeleton } from '../feedback/Skeleton.tsx'
import { showToast } from '../feedback/toast.ts'
import { isEmpty, placesOf, type ChartData, type ChartKind } from './chart-data.ts'
import { csvOf } from './chart-table.ts'
import { ChartReadout } from './ChartReadout.tsx'
import { ChartTable } from './ChartTable.tsx'
import { ChartWalk } from './ChartWalk.tsx'
import { counts, type Figures } from './figures.ts'
import { heightOf } from './plot.ts'
import { useWidth } from './use-width.ts'

const SKELETON_HEIGHTS = [30, 45, 38, 62, 54, 80, 100]

const Plot = lazy(() => import('./Plot.tsx'))

export interface ChartProps {
  kind: ChartKind
  title: string
  /** What the figures are, in words: «Entradas vendidas, sin cortesías». */
  measured: string
  /** When: «8 al 21 de noviembre». */
  period?: string
  /** Undefined while it is on its way. */
  data: ChartData | undefined
  figures?: Figures
  /** The label that matters now: today. */
  highlight?: number
  /** Said when nothing was measured. */
  empty?: string
}

/** A frame around figures: what they are and when, the drawing or its table, and both to take along. */
export function Chart(props: ChartProps) {
  const {
    kind,
    title,
    measured,
    period,
    data,
    figures = counts,
    empty = 'Todavía no hay datos de este período.',
  } = props
  const [isTable, setIsTable] = useState(false)
  const [active, setActive] = useState<number | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  const titleId = useId()
  const words = period ? `${measured} · ${period}` : measured
  const isBlank = data !== undefined && isEmpty(data)
  const height = data && !isBlank ? heightOf(kind, data) : 240
  const shown = active !== null && data && active < placesOf(kind, data) ? active : null

  async function savePng() {
    const drawing = box.current?.querySelector('svg')
    if (!drawing) return
    try {
      const { pngOf } = await import('./chart-png.ts')
      saveFile(await pngOf(drawing, title, words), `${title}.png`)
    } catch {
      showToast('Este navegador no pudo armar la imagen. Probá con el CSV.', 'error')
    }
  }

  return (
    <figure
      aria-labelledby={titleId}
      className="flex min-w-0 flex-col gap-3 rounded-card border border-linea bg-tinta p-5"
    >
      <figcaption className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 id={titleId} className="text-16 font-bold">
            {title}
          </h2>
          <p className="text-14 text-humo">{words}</p>
        </div>
        {data && !isBlank && (
          <div className="-mt-2 -mr-2 flex text-humo">
            <IconButton
              label={isTable ? `Ver el gráfico: ${title}` : `Ver la tabla: ${title}`}
              onClick={() => setIsTable(!isTable)}
            >
              {isTable ? <ChartColumn className="size-5" /> : <Table2 className="size-5" />}
            </IconButton>
            <RowMenu
              label={`Guardar: ${title}`}
              items={[
                {
                  key: 'csv',
                  label: 'Guardar como CSV',
                  icon: <Sheet className="size-5" />,
                  onSelect: () => saveFile(new Blob([csvOf(kind, data)], { type: 'text/csv' }), `${title}.csv`),
                },
                ...(isTable
                  ? []
                  : [
                      {
                        key: 'png',
                        label: 'Guardar como imagen',
                        icon: <FileImage className="size-5" />,
                        onSelect: () => void savePng(),
                      },
                    ]),
              ]}
            />
          </div>
        )}
      </figcaption>
      {data && !isBlank && !isTable && <ChartReadout kind={kind} data={data} figures={figures} place={shown} />}
      <div ref={box}>
        {data === undefined ? (
          <div role="status" aria-label={`Cargando ${title}`} style={{ height: height + 36 }}>
            <div className="flex h-full items-end gap-[4%]">
              {SKELETON_HEIGHTS.map((tall, index) => (
                <div key={index} className="flex-1" style={{ height: `${tall}%` }}>
                  <Skeleton className="h-full" />
                </div>
              ))}
            </div>
          </div>
        ) : isBlank ? (
          <p className="grid place-items-center text-center text-balance text-humo" style={{ height: height + 36 }}>
            {empty}
          </p>
        ) : isTable ? (
          <ChartTable title={title} kind={kind} data={data} figures={figures} />
        ) : (
          <ChartWalk kind={kind} title={title} data={data} figures={figures} place={shown} onPlace={setActive}>
            <Suspense fallback={<div style={{ height }} />}>
              <svg aria-hidden="true" width={width} height={height} className="block touch-pan-y">
                {width > 0 && (
                  <Plot
                    {...{
                      kind,
                      data,
                      figures,
                      width,
                      height,
                      active: shown,
                      highlight: props.highlight,
                      onPoint: setActive,
                    }}
                  />
                )}
              </svg>
            </Suspense>
          </ChartWalk>
        )}
      </div>
    </figure>
  )
}
