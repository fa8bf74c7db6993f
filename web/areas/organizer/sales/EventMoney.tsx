import { useQuery } from '@tanstack/react-query'
import { getEventMetrics } from '#contract/events/metrics.ts'
import { figures } from '#contract/values/figures.ts'
import { formatMoney } from '#contract/values/money.ts'
import { endpointQuery } from '#web/api/query.ts'
import { counted } from '#web/lib/numbers.ts'
import { Stat, Stats } from '#web/ui/data/Stat.tsx'
import { MetricsRead } from '#web/features/metrics/MetricsRead.tsx'
import { keptTone, ResultLine } from '#web/features/metrics/ResultLine.tsx'

/** Figures of an event are refreshed while it sells. */
export const fresh = { fresh: true, refetchInterval: 30_000 } as const

/** What was paid, what was charged and refunded, and what is kept. */
export function EventMoney({ eventId: id }: { eventId: string }) {
  const summary = useQuery(endpointQuery(getEventMetrics, { params: { id } }, fresh))
  return (
    <MetricsRead read={summary} label="Cargando la plata">
      {({ totals }) => (
        <div className="flex flex-col gap-3">
          <Stats label="La plata en números">
            <Stat
              {...figures.paid}
              value={formatMoney(totals.paidCents)}
              note={counted(totals.sales, 'compra', 'compras')}
            />
            <Stat
              {...figures.charges}
              value={formatMoney(totals.platformCents + totals.providerCents)}
              note={totals.refundedCents > 0 && `y ${formatMoney(totals.refundedCents)} devueltos`}
            />
            <Stat
              {...figures.kept}
              value={formatMoney(totals.keptCents)}
              note={totals.commissionCents > 0 && `y ${formatMoney(totals.commissionCents)} de comisiones de tus RRPP`}
              {...keptTone(totals.keptCents)}
            />
          </Stats>
          <ResultLine totals={totals} />
        </div>
      )}
    </MetricsRead>
  )
}
