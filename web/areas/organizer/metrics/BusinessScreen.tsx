import { useQuery } from '@tanstack/react-query'
import { ChartColumn } from 'lucide-react'
import type { Answer } from '#contract/api/endpoint.ts'
import { paths } from '#contract/api/paths.ts'
import { getBusinessDashboard } from '#contract/events/metrics.ts'
import { formatDay } from '#contract/values/dates.ts'
import { figures } from '#contract/values/figures.ts'
import { formatMoney } from '#contract/values/money.ts'
import { endpointQuery } from '#web/api/query.ts'
import { moneyFigures } from '#web/features/charts/money-figures.ts'
import { ScreenButton } from '#web/features/links/ScreenButton.tsx'
import { ScreenLink } from '#web/features/links/ScreenLink.tsx'
import { counted } from '#web/lib/numbers.ts'
import { grouped } from '#contract/values/numbers.ts'
import { PageHeader } from '#web/ui/base/PageHeader.tsx'
import { Section } from '#web/ui/base/Section.tsx'
import { Chart } from '#web/ui/charts/Chart.tsx'
import { Definitions } from '#web/ui/data/Definitions.tsx'
import { Stat, Stats } from '#web/ui/data/Stat.tsx'
import { Table, type Column } from '#web/ui/data/Table.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { byMonth } from '#web/features/metrics/metrics-charts.ts'
import { MetricsRead } from '#web/features/metrics/MetricsRead.tsx'
import { keptTone, ResultLine } from '#web/features/metrics/ResultLine.tsx'

type Business = Answer<typeof getBusinessDashboard>
type Attention = Business['attention'][number]
type EventRow = Business['events'][number]

/** `/organizador/business-dashboard`: a company's months and events; for administrators all companies together. */
function BusinessScreen() {
  const read = useQuery(endpointQuery(getBusinessDashboard, { query: {} }, { fresh: true }))
  return (
    <>
      <PageHeader eyebrow="Organizador" title="Tu negocio" />
      <MetricsRead read={read} label="Cargando tu negocio">
        {(board) => (
          <div className="flex flex-col gap-3.5">
            <NeedsAttention attention={board.attention} />
            {board.events.length === 0 ? (
              <EmptyState
                icon={<ChartColumn className="size-10" />}
                title="Todavía no hay ventas"
                action={<ScreenButton to={paths.organizerEvents()}>Ir a tus eventos</ScreenButton>}
              >
                Con la primera vas a ver acá tus meses y tus eventos.
              </EmptyState>
            ) : (
              <Board {...board} />
            )}
          </div>
        )}
      </MetricsRead>
    </>
  )
}

function NeedsAttention({ attention }: { attention: readonly Attention[] }) {
  return (
    <Section card title="Qué necesita tu atención" look="eyebrow">
      {attention.length === 0 ? (
        <p className="text-humo">Nada por ahora.</p>
      ) : (
        <ul className="flex flex-col gap-1">
          {attention.map((each) => (
            <li key={`${each.what}${each.event?.id}`} className="py-2 wrap-anywhere">
              <AttentionLine {...each} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function AttentionLine({ what, event, count }: Attention) {
  if (event === null) {
    return (
      <ScreenLink to={paths.organizerSettlement()}>
        {counted(count, 'pago no coincide', 'pagos no coinciden')} con lo que informa Mercado Pago
      </ScreenLink>
    )
  }
  const { id, name } = event
  if (what === 'unpublished') {
    return <ScreenLink to={paths.editEvent(id)}>{name} empieza pronto y no está publicado</ScreenLink>
  }
  if (what === 'slow') {
    return <ScreenLink to={paths.eventMetrics(id)}>{`${name} es esta semana y vendió el ${count} %`}</ScreenLink>
  }
  if (what === 'failed') {
    return (
      <ScreenLink to={paths.eventRefunds(id)}>
        {`${name}: ${counted(count, 'reembolso falló', 'reembolsos fallaron')} y la plata sigue sin volver`}
      </ScreenLink>
    )
  }
  return (
    <ScreenLink to={paths.eventRefunds(id)}>
      {`${name}: ${counted(count, 'reembolso espera', 'reembolsos esperan')} saldo en Mercado Pago`}
    </ScreenLink>
  )
}

function Board({ totals, sold, months, events, totalEvents }: Business) {
  const [best] = events
  const hasCosts = totals.costCents !== 0
  return (
    <>
      <Stats label="En total">
        <Stat
          {...figures.paid}
          value={formatMoney(totals.paidCents)}
          note={counted(totals.sales, 'compra', 'compras')}
        />
        <Stat {...figures.refunded} value={formatMoney(totals.refundedCents)} />
        <Stat {...figures.charges} value={formatMoney(totals.platformCents + totals.providerCents)} />
        {totals.commissionCents !== 0 && <Stat {...figures.commissions} value={formatMoney(totals.commissionCents)} />}
        <Stat {...figures.kept} value={formatMoney(totals.keptCents)} {...keptTone(totals.keptCents)} />
        <Stat {...figures.sold} value={grouped(sold)} />
        {best && <Stat label="Tu mejor evento" value={formatMoney(best.keptCents)} note={best.name} />}
      </Stats>
      <ResultLine totals={totals} />
      <Chart kind="bars" title="Por mes" measured="Pagado y devuelto" figures={moneyFigures} data={byMonth(months)} />
      <Section
        card
        title="Eventos"
        hint={totalEvents > events.length ? `Los ${events.length} que más dejaron, de ${grouped(totalEvents)}.` : null}
      >
        <Table
          caption="Eventos, el mejor primero"
          columns={hasCosts ? columns : columns.filter(({ key }) => key !== 'costs')}
          rows={events}
          rowKey={({ id }) => id}
          dense
        />
        <Definitions
          of={[
            figures.sold,
            figures.admitted,
            figures.paid,
            figures.refunded,
            figures.kept,
            ...(hasCosts ? [figures.costs, figures.result] : []),
          ]}
        />
      </Section>
    </>
  )
}

const columns: readonly Column<EventRow>[] = [
  {
    key: 'name',
    header: 'Evento',
    cell: ({ id, name }) => <ScreenLink to={paths.eventMetrics(id)}>{name}</ScreenLink>,
  },
  {
    key: 'date',
    header: 'Fecha',
    cell: ({ startDate }) => (
      <span className="whitespace-nowrap">{startDate ? formatDay(startDate) : 'Sin fecha'}</span>
    ),
  },
  { key: 'sold', header: figures.sold.label, cell: ({ sold }) => grouped(sold), align: 'right' },
  { key: 'arrived', header: figures.admitted.label, cell: ({ arrived }) => grouped(arrived), align: 'right' },
  { key: 'paid', header: figures.paid.label, cell: ({ paidCents }) => formatMoney(paidCents), align: 'right' },
  {
    key: 'refunded',
    header: figures.refunded.label,
    cell: ({ refundedCents }) => formatMoney(refundedCents),
    align: 'right',
  },
  {
    key: 'kept',
    header: figures.kept.label,
    cell: ({ keptCents }) => <span className="whitespace-nowrap">{formatMoney(keptCents)}</span>,
    align: 'right',
  },
  { key: 'costs', header: figures.costs.label, cell: ({ costCents }) => formatMoney(costCents), align: 'right' },
]

export { BusinessScreen as Component }
