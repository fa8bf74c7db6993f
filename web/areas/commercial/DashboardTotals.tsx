import { useQuery } from '@tanstack/react-query'
import { getCommercialDashboard } from '#contract/events/commercial-desk.ts'
import { figures } from '#contract/values/figures.ts'
import { formatMoney } from '#contract/values/money.ts'
import { endpointQuery } from '#web/api/query.ts'
import { grouped } from '#contract/values/numbers.ts'
import { Stat, Stats } from '#web/ui/data/Stat.tsx'
import { needLabels } from './need-words.ts'

export const dashboardQuery = () => endpointQuery(getCommercialDashboard, {}, { fresh: true })

/** A commercial's events that come, in figures. Nothing until it is read: the list has its own faces. */
export function DashboardTotals() {
  const { data } = useQuery(dashboardQuery())
  if (!data) return null
  return (
    <div className="mb-6">
      <Stats label="Tus eventos que vienen" narrow>
        <Stat label="Eventos que vienen" value={grouped(data.events)} note={`${grouped(data.onSale)} a la venta`} />
        <Stat
          label="Te necesitan"
          definition="Sin publicar, sin cuenta para cobrar, con un precio sin lugares, o con menos ventas que el evento anterior a esta altura."
          value={grouped(data.needing)}
          note={data.needs
            .filter(({ events }) => events > 0)
            .map(({ need, events }) => `${grouped(events)} ${needLabels[need].one.toLowerCase()}`)
            .join(' · ')}
        />
        <Stat {...figures.sold} value={grouped(data.sold)} note="de los que vienen" />
        <Stat {...figures.paid} value={formatMoney(data.paidCents)} note="de los que vienen" />
      </Stats>
    </div>
  )
}
