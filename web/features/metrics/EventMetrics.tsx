import { useQuery } from '@tanstack/react-query'
import { ChartColumn } from 'lucide-react'
import type { Answer } from '#contract/api/endpoint.ts'
import type { getCommercialMetrics } from '#contract/events/commercial-desk.ts'
import { getEventMetrics, getEventPromoters, getEventSales, getEventTickets } from '#contract/events/metrics.ts'
import { figures } from '#contract/values/figures.ts'
import { formatMoney } from '#contract/values/money.ts'
import { endpointQuery } from '#web/api/query.ts'
import { moneyFigures } from '#web/features/charts/money-figures.ts'
import { keptWords } from '#web/features/costs/break-even.ts'
import { Profit } from '#web/features/costs/Profit.tsx'
import { counted, shareOf } from '#web/lib/numbers.ts'
import { grouped } from '#contract/values/numbers.ts'
import { Section } from '#web/ui/base/Section.tsx'
import { Chart } from '#web/ui/charts/Chart.tsx'
import { Definitions } from '#web/ui/data/Definitions.tsx'
import { Stat, Stats } from '#web/ui/data/Stat.tsx'
import { Table, type Column } from '#web/ui/data/Table.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { byDay, byDrink, byMonth, byQuarter, byType } from './metrics-charts.ts'
import { MetricsRead } from './MetricsRead.tsx'
import { keptTone, ResultLine } from './ResultLine.tsx'

type Summary = Answer<typeof getEventMetrics>
interface Own {
  /** Read by the company's own people. */
  isOwn: boolean
}
type Promoter = Answer<typeof getEventPromoters>['promoters'][number]

interface EventMetricsProps {
  eventId: string
  /** Reads the summary; a commercial has a call of their own. */
  from?: typeof getEventMetrics | typeof getCommercialMetrics
}

/** How an event sold and who came. */
export function EventMetrics({ eventId: id, from = getEventMetrics }: EventMetricsProps) {
  const summary = useQuery(endpointQuery(from, { params: { id } }, { fresh: true }))
  const isOwn = from === getEventMetrics
  return (
    <MetricsRead read={summary} label="Cargando las métricas">
      {(read) =>
        read.totals.issued === 0 && read.totals.sales === 0 ? (
          <>
            <EmptyState icon={<ChartColumn className="size-10" />} title="Todavía no hay ventas">
              Cuando salga la primera entrada, acá vas a ver cuánto se vendió, por quién y quiénes vinieron.
            </EmptyState>
            <Costs {...read} isOwn={isOwn} />
          </>
        ) : (
          <div className="flex flex-col gap-3.5">
            <Summary {...read} isOwn={isOwn} />
            <SalesAndTickets eventId={id} />
            <Costs {...read} isOwn={isOwn} />
            <Promoters eventId={id} isOwn={isOwn} />
          </div>
        )
      }
    </MetricsRead>
  )
}

function Summary({ totals, sold, taken, capacity, held, noShows, byPromoters, isOwn }: Summary & Own) {
  const { refundedCents, platformCents, providerCents, discountCents, commissionCents } = totals
  return (
    <>
      <Stats label="Lo que dejó">
        <Stat
          {...figures.paid}
          value={formatMoney(totals.paidCents)}
          note={counted(totals.sales, 'compra', 'compras')}
        />
        <Stat {...figures.sold} value={grouped(sold)} note={`${shareOf(sold, capacity)} de ${grouped(capacity)}`} />
        <Stat
          {...figures.byPromoters}
          value={grouped(byPromoters.tickets)}
          note={`${shareOf(byPromoters.tickets, totals.tickets, 1)} de las pagadas`}
        />
        <Stat
          {...keptWords(isOwn)}
          value={formatMoney(totals.keptCents)}
          note="después de cargos y comisiones"
          {...keptTone(totals.keptCents)}
        />
        <Stat {...figures.refunded} value={formatMoney(refundedCents)} />
        <Stat {...figures.charges} value={formatMoney(platformCents + providerCents)} />
        {discountCents !== 0 && <Stat {...figures.discounts} value={formatMoney(discountCents)} />}
        {commissionCents !== 0 && <Stat {...figures.commissions} value={formatMoney(commissionCents)} />}
      </Stats>
      <ResultLine totals={totals} />
      <Stats label="En detalle" narrow>
        <Stat {...figures.courtesies} value={grouped(totals.courtesies)} />
        <Stat {...figures.held} value={grouped(held)} />
        <Stat
          {...figures.admitted}
          value={grouped(totals.arrived)}
          note={`${shareOf(totals.arrived, taken)} del total`}
        />
        {noShows !== null && <Stat {...figures.noShows} value={grouped(noShows)} />}
      </Stats>
    </>
  )
}

/** Nothing where none was entered. */
function Costs({ totals, costsByType, capacity, taken, held, isOwn }: Summary & Own) {
  if (costsByType.length === 0) return null
  return (
    <Section title="Costos y lo que queda">
      <Profit totals={totals} costsByType={costsByType} left={capacity - taken - held} isOwn={isOwn} />
    </Section>
  )
}

function SalesAndTickets({ eventId: id }: { eventId: string }) {
  const sales = useQuery(endpointQuery(getEventSales, { params: { id } }, { fresh: true }))
  const tickets = useQuery(endpointQuery(getEventTickets, { params: { id } }, { fresh: true }))
  return (
    <>
      <div className="grid items-start gap-3.5 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="flex min-w-0 flex-col gap-3.5">
          <MetricsRead read={sales} label="Cargando las ventas">
            {(read) => (
              <>
                <Chart
                  kind="bars"
                  title="Ventas por día"
                  measured="Pagado y devuelto"
                  figures={moneyFigures}
                  {...byDay(read)}
                  empty="Todavía no se movió plata."
                />
                {read.months.length > 1 && (
                  <Chart
                    kind="bars"
                    title="Ventas por mes"
                    measured="Pagado y devuelto"
                    figures={moneyFigures}
                    data={byMonth(read.months)}
                  />
                )}
              </>
            )}
          </MetricsRead>
        </div>
        <div className="flex min-w-0 flex-col gap-3.5">
          <MetricsRead read={tickets} label="Cargando los tipos">
            {(read) => (
              <>
                <Chart kind="rows" title="Tipos de entrada" measured="Ocupadas de los lugares" data={byType(read)} />
                {read.drinks.length > 0 && (
                  <Chart
                    kind="rows"
                    title="Bebidas"
                    measured={`Retiradas de las pagadas, por ${formatMoney(read.drinks.reduce((sum, { paidCents }) => sum + paidCents, 0))}`}
                    data={byDrink(read)}
                  />
                )}
              </>
            )}
          </MetricsRead>
        </div>
      </div>
      {tickets.data && tickets.data.arrivals.length > 0 && (
        <Chart
          kind="bars"
          title="Llegadas por cuarto de hora"
          measured="Entradas que pasaron por la puerta"
          data={byQuarter(tickets.data)}
        />
      )}
    </>
  )
}

const promoterColumns: readonly Column<Promoter>[] = [
  { key: 'name', header: 'Nombre', cell: ({ name }) => name },
  { key: 'code', header: 'Código', cell: ({ referralCode }) => referralCode ?? '—' },
  { key: 'sales', header: figures.sales.label, cell: ({ sales }) => grouped(sales), align: 'right' },
  { key: 'tickets', header: figures.paidTickets.label, cell: ({ tickets }) => grouped(tickets), align: 'right' },
  { key: 'arrived', header: figures.admitted.label, cell: ({ arrived }) => grouped(arrived), align: 'right' },
  {
    key: 'courtesies',
    header: figures.courtesies.label,
    cell: ({ courtesies }) => grouped(courtesies),
    align: 'right',
  },
  { key: 'paid', header: figures.paid.label, cell: ({ paidCents }) => formatMoney(paidCents), align: 'right' },
  {
    key: 'commission',
    header: 'Comisión',
    cell: ({ commissionCents }) => formatMoney(commissionCents),
    align: 'right',
  },
]

function Promoters({ eventId: id, isOwn }: { eventId: string; isOwn: boolean }) {
  const read = useQuery(endpointQuery(getEventPromoters, { params: { id } }, { fresh: true }))
  return (
    <Section card title="RRPP">
      <MetricsRead read={read} label="Cargando los RRPP">
        {({ promoters }) =>
          promoters.length === 0 ? (
            <p className="text-humo">Este evento no tiene RRPP.{isOwn && ' Sumalos desde Equipo.'}</p>
          ) : (
            <Table
              caption="Lo que trajo cada RRPP"
              columns={promoterColumns}
              rows={promoters}
              rowKey={({ userId }) => userId}
              dense
            />
          )
        }
      </MetricsRead>
      <Definitions
        of={[
          figures.sales,
          figures.paidTickets,
          figures.admitted,
          figures.courtesies,
          figures.paid,
          figures.commissions,
        ]}
      />
    </Section>
  )
}
