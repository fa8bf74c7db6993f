import { useQuery } from '@tanstack/react-query'
import { getEventSales } from '#contract/events/metrics.ts'
import { endpointQuery } from '#web/api/query.ts'
import { moneyFigures } from '#web/features/charts/money-figures.ts'
import { Chart } from '#web/ui/charts/Chart.tsx'
import { byDay } from '#web/features/metrics/metrics-charts.ts'
import { fresh } from './EventMoney.tsx'

/** Nothing on a single day of sales, which the figures say already. */
export function SalesByDay({ eventId: id }: { eventId: string }) {
  const { data } = useQuery(endpointQuery(getEventSales, { params: { id } }, fresh))
  if (!data || data.days.length < 2) return null
  return (
    <Chart kind="bars" title="Ventas por día" measured="Lo que pagó la gente" {...byDay(data)} figures={moneyFigures} />
  )
}
