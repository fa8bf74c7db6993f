import { formatMoment } from '#contract/values/dates.ts'
import { figures } from '#contract/values/figures.ts'
import { formatExactMoney, toCents } from '#contract/values/money.ts'
import { paths } from '#contract/api/paths.ts'
import { getRefundSummary, type RefundSummary } from '#contract/sales/refunds.ts'
import { useLive } from '#web/api/live.ts'
import { ScreenLink } from '#web/features/links/ScreenLink.tsx'
import { Unloaded } from '#web/features/reads/Loaded.tsx'
import { counted } from '#web/lib/numbers.ts'
import { Notice } from '#web/ui/feedback/Notice.tsx'
import { Stat, Stats } from '#web/ui/data/Stat.tsx'
import { eventRefunds } from './event-refunds-list.ts'

/** The refunds of an event in figures, and what keeps some of them from being paid. */
export function RefundTotals({ eventId }: { eventId: string }) {
  const read = useLive(getRefundSummary, { params: { id: eventId } })
  const { data: summary, error } = read
  if (error && !summary) {
    return (
      <div className="mb-6">
        <Unloaded
          read={read}
          label="Cargando los números de los reembolsos"
          errorText="No pudimos leer los números de los reembolsos"
        />
      </div>
    )
  }
  return (
    <div className="mb-6 flex flex-col gap-3">
      <Stats label="Los reembolsos en números">
        <Stat
          {...figures.refunded}
          value={summary && formatExactMoney(toCents(summary.completed.amount + summary.disputed.amount))}
          note={summary && refundedWords(summary)}
        />
        <Stat
          {...figures.refunding}
          value={summary && formatExactMoney(toCents(summary.open.amount))}
          note={summary && counted(summary.open.count, 'reembolso', 'reembolsos')}
        />
        <Stat
          {...figures.refundable}
          value={summary && formatExactMoney(toCents(summary.refundable.amount))}
          note={summary && counted(summary.refundable.count, 'entrada', 'entradas')}
        />
      </Stats>
      {summary?.areSalesStopped && (
        <Notice tone="danger">
          La venta paga de la organización está cerrada: hay reembolsos sin saldo desde hace más de 72 horas. Cargá
          saldo en la cuenta de Mercado Pago y vuelve a abrirse sola.
        </Notice>
      )}
      {summary && !summary.areSalesStopped && summary.unfunded.count > 0 && (
        <Notice tone="warning">
          Faltan {formatExactMoney(toCents(summary.unfunded.amount))} en la cuenta de Mercado Pago para{' '}
          {counted(summary.unfunded.count, 'reembolso', 'reembolsos')}. Los volvemos a pedir solos.
          {summary.salesStopAt && ` Si no alcanza, el ${formatMoment(summary.salesStopAt)} se cierra la venta paga.`}
        </Notice>
      )}
      {summary && summary.failed.count > 0 && (
        <Notice
          tone="danger"
          action={
            <ScreenLink to={eventRefunds.href({ state: 'failed' }, { id: eventId })}>Ver los que fallaron</ScreenLink>
          }
        >
          Mercado Pago rechazó {counted(summary.failed.count, 'reembolso', 'reembolsos')} por{' '}
          {formatExactMoney(toCents(summary.failed.amount))}. Abrilos para volver a pedirlos.
        </Notice>
      )}
      {summary && summary.disputed.count > 0 && (
        <Notice>
          {counted(summary.disputed.count, 'entrada espera', 'entradas esperan')} lo que resuelva el banco de quien
          pagó: {formatExactMoney(toCents(summary.disputed.amount))}.
        </Notice>
      )}
      {summary?.massRefundId && (
        <Notice action={<ScreenLink to={paths.eventMassRefund(eventId)}>Ver cómo va</ScreenLink>}>
          Este evento tiene una devolución masiva.
        </Notice>
      )}
    </div>
  )
}

/** `3 reembolsos`, `3 reembolsos y 1 contracargo`. */
function refundedWords({ completed, disputed }: RefundSummary): string {
  const refunds = counted(completed.count, 'reembolso', 'reembolsos')
  return disputed.count === 0 ? refunds : `${refunds} y ${counted(disputed.count, 'contracargo', 'contracargos')}`
}
