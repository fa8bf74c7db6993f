/** What managers read of tickets. */
import type { TicketStep } from '#contract/sales/ticket-desk.ts'
import { formatMoment } from '#contract/values/dates.ts'
import { formatExactMoney, formatMoney, toCents } from '#contract/values/money.ts'
import { refundSources } from '#web/features/refunds/refund-words.ts'
import { deliveryWords } from '#web/features/tickets/issued-words.ts'
import type { TimelineStep } from '#web/ui/data/Timeline.tsx'

const by = (name: string | null) => (name === null ? '' : ` por ${name}`)
const to = (name: string | null) => (name === null ? '' : ` a ${name}`)

/** The title of a step, and what else there is to say of it. */
function wordsOf({ what, by: actor, to: receiver, channel, delivery, amount, source, reason }: TicketStep): string[] {
  const money = amount === null ? '' : formatExactMoney(toCents(amount))
  switch (what) {
    case 'bought':
      return amount === 0 ? [`Reservada${by(actor)}`, 'Sin costo'] : [`Pagada${by(actor)}`, money]
    case 'issued':
      return amount === 0
        ? [`Cortesía${to(receiver)}${by(actor)}`]
        : [`Vendida en persona${to(receiver)}${by(actor)}`, money]
    case 'sent':
      return [deliveryWords(delivery ?? 'sent', channel ?? 'mail'), receiver ?? '']
    case 'resent':
      return [`Reenviada${by(actor)}`]
    case 'transferred':
      return [`Transferida${to(receiver)}`, `${actor === null ? '' : `Por ${actor}: `}el QR anterior dejó de servir`]
    case 'admitted':
      return ['Ingresó', actor === null ? '' : `La escaneó ${actor}`]
    case 'drinks_added':
      return [`Sumó bebidas${by(actor)}`, amount === 0 ? 'Sin costo' : money]
    case 'served':
      return [`Retiró ${reason ?? 'una bebida'}`, actor === null ? '' : `Entregó ${actor}`]
    case 'refund_requested':
      return [`Devolución pedida${by(actor)}`, money, source === null ? '' : refundSources[source].one, reason ?? '']
    case 'refunded':
      return ['Devuelta', money]
    case 'refund_failed':
      return ['La devolución no se hizo', money]
    case 'cancelled':
      return [`Anulada${by(actor)}`, reason ?? '']
    case 'given_up':
      return ['Anulada: quien la tenía cerró su cuenta']
    case 'expired':
      return ['Venció sin usarse']
  }
}

export function timelineOf(steps: readonly TicketStep[]): TimelineStep[] {
  return steps.map((step) => {
    const [title = '', ...more] = wordsOf(step)
    const failed = step.what === 'refund_failed' || step.delivery === 'failed'
    return {
      title,
      text: [formatMoment(step.at), ...more].filter(Boolean).join(' · '),
      status: failed ? 'failed' : 'done',
    }
  })
}

/** What follows from a cancellation: who gives back what was paid in person. */
export function cancelledWords(
  amountCents: number,
  givenBackBy: 'promoter' | 'company' | null,
  promoterName: string | null,
): string {
  if (givenBackBy === null) return 'La anulaste'
  const money = formatMoney(amountCents)
  return givenBackBy === 'company'
    ? `La anulaste. Devolvé vos los ${money}`
    : `La anulaste. ${promoterName ?? 'Su RRPP'} devuelve los ${money} y deja de debértelos`
}
