import { moneyFigures } from '#web/features/charts/money-figures.ts'
import { Chart } from '#web/ui/charts/Chart.tsx'
import type { ChartData } from '#web/ui/charts/chart-data.ts'
import { percents } from '#web/ui/charts/figures.ts'
import { Example, LONG_NAME } from './Example.tsx'

const days = ['8', '9', '10', '11', '12', '13', '14', '15', '16', '17', '18', '19', '20', '21']
const names = days.map((day) => `${day} de noviembre`)
const general = [18, 27, 13, 33, 46, 42, 60, 52, 78, 92, 72, 108, 132, 147]
const vip = [6, 8, 3, 9, 12, 11, 18, 14, 22, 30, 21, 36, 41, 38]
const gifts = [0, 0, 2, 0, 0, 10, 4, 0, 6, 0, 0, 9, 0, 12]
const waves = (length: number, size: number) =>
  Array.from({ length }, (_, index) => Math.round(size * (1.2 + Math.sin(index / 9) + Math.sin(index / 2.3) / 4)))
const one = (label: string, values: readonly (number | null)[]) => [{ label, values }]

const byDay: ChartData = { heading: 'Día', labels: days, names, series: one('Entradas', general) }
const byType: ChartData = {
  heading: 'Día',
  labels: days,
  names,
  series: [
    { label: 'General', values: general },
    { label: 'VIP con barra', values: vip },
    { label: 'Cortesías', values: gifts },
  ],
}
const money: ChartData = {
  heading: 'Día',
  labels: days,
  names,
  series: [
    { label: 'Esta edición', values: general.map((sold) => sold * 18_000_00) },
    {
      label: 'La anterior',
      values: [...vip.map((sold) => sold * 52_000_00).slice(0, 9), null, null, 1_900_000_00, 2_100_000_00, null],
    },
  ],
}
const types: ChartData = {
  heading: 'Tipo',
  labels: ['General', 'VIP con barra', 'Preventa 1', 'Cortesías', LONG_NAME],
  series: [
    { label: 'Vendidas', values: [920, 288, 100, 43, 0] },
    { label: 'Cupo', values: [1200, 300, 100, 200, 50] },
  ],
}
const funnel: ChartData = {
  heading: 'Paso',
  labels: ['Vieron el evento', 'Eligieron entradas', 'Fueron a pagar', 'Pagaron'],
  series: one('Personas', [12_480, 3120, 1744, 1351]),
}
const hours = Array.from({ length: 24 }, (_, hour) => String(hour))
const heat: ChartData = {
  heading: 'Hora',
  labels: hours,
  names: hours.map((hour) => `${hour} h`),
  series: ['lun', 'mar', 'mié', 'jue', 'vie', 'sáb', 'dom'].map((label, day) => ({
    label,
    values: hours.map((_, hour) =>
      Math.max(0, Math.round((day + 2) * 6 * Math.sin((hour - 9) / 5) + (hour > 19 ? day * 9 : 0))),
    ),
  })),
}
const odd = (labels: readonly string[], values: readonly (number | null)[]): ChartData => ({
  heading: 'Qué',
  labels,
  series: one('Entradas', values),
})
const year = Array.from({ length: 400 }, (_, day) => `día ${day + 1}`)

/** Charts as a screen has them, then the odd ones. */
export function ChartExamples() {
  const period = '8 al 21 de noviembre'
  return (
    <>
      <Example name="Chart">
        <div className="grid gap-4 lg:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)]">
          <Chart
            kind="bars"
            title="Ventas por día"
            measured="Entradas vendidas"
            period={period}
            data={byDay}
            highlight={13}
          />
          <Chart kind="rows" title="Tipos de entrada" measured="Vendidas de su cupo" data={types} />
          <Chart
            kind="line"
            title="Recaudado"
            measured="Pesos por día"
            period={period}
            data={money}
            figures={moneyFigures}
          />
          <Chart kind="funnel" title="Del enlace a la entrada" measured="Personas" period={period} data={funnel} />
          <Chart kind="stacked" title="Ventas por tipo" measured="Entradas por día" period={period} data={byType} />
          <Chart kind="heat" title="Cuándo compran" measured="Entradas por hora" period={period} data={heat} />
        </div>
      </Example>
      <Example name="Chart, lo raro">
        <div className="grid gap-4 lg:grid-cols-2">
          <Chart kind="line" title="En camino" measured="Entradas" data={undefined} />
          <Chart
            kind="bars"
            title="Sin datos"
            measured="Entradas"
            data={odd([], [])}
            empty="Cuando vendas la primera, la ves acá."
          />
          <Chart kind="line" title="Un punto" measured="Entradas" data={odd(['21'], [147])} />
          <Chart kind="bars" title="Una barra" measured="Entradas" data={odd(['21'], [147])} />
          <Chart kind="line" title="Cuatrocientos" measured="Entradas" data={odd(year, waves(400, 300))} />
          <Chart kind="bars" title="Cuatrocientas" measured="Entradas" data={odd(year, waves(400, 300))} />
          <Chart
            kind="bars"
            title="Bajo cero"
            measured="Pesos"
            data={odd(
              days,
              general.map((sold) => (sold - 60) * 9000_00),
            )}
            figures={moneyFigures}
          />
          <Chart
            kind="line"
            title="Enormes"
            measured="Pesos"
            data={odd(
              days,
              general.map((sold) => sold * 900_000_000_000),
            )}
            figures={moneyFigures}
          />
          <Chart
            kind="bars"
            title="Nombres largos"
            measured="Entradas"
            data={odd([LONG_NAME, 'Corto', LONG_NAME], [12, 40, 7])}
          />
          <Chart
            kind="line"
            title="Todo cero"
            measured="Entradas"
            data={odd(
              days,
              days.map(() => 0),
            )}
          />
          <Chart
            kind="line"
            title="Ocupación"
            measured="De cada cien"
            data={odd(
              days,
              general.map((sold) => sold / 1.5),
            )}
            figures={percents}
          />
          <Chart
            kind="line"
            title="Cuatro a la vez"
            measured="Entradas"
            data={{
              ...byType,
              series: [...byType.series, { label: 'Lista de la puerta', values: general.map((sold) => sold / 2 + 20) }],
            }}
          />
        </div>
      </Example>
    </>
  )
}
