/** Mails about refunds. Pure. */
import { formatExactMoney, toCents } from '#contract/values/money.ts'
import { formatOrderNumber } from '#contract/values/order-number.ts'
import { paths } from '#contract/api/paths.ts'
import { formatTicketNumber } from '#contract/values/ticket-number.ts'
import type { MassRefund } from '#contract/sales/refunds-mass.ts'
import type { RefundSource } from '#contract/sales/refunds.ts'
import { PROVIDER_REFUND_DAYS } from '#server/adapters/payments/port.ts'
import type { Letter } from '#server/shared/mail-page.ts'
import type { FailedRefund, RefundReader } from './lists/queries.ts'

const WHY: Partial<Record<RefundSource, string>> = {
  buyer_regret: 'como pediste',
  rescheduled: 'porque el evento cambió de fecha o de lugar',
}

export function completedMail(reader: RefundReader): Letter {
  const action = { label: 'Ver mis compras', path: paths.clientHistory() }
  return { ...(reader.isPayer ? wordsForPayer(reader) : wordsForHolder(reader)), event: reader, action }
}

const listed = (tickets: RefundReader['tickets']) =>
  tickets.map(({ type, number }) => `${type} (${formatTicketNumber(number)})`).join(', ')

function wordsForPayer({ sources, amountCents, eventName, tickets }: RefundReader): Letter {
  const amount = formatExactMoney(amountCents)
  const [source, another] = sources
  const isCancelled = source === 'event_cancelled' && another === undefined
  const why = (another === undefined && source && WHY[source]) || 'la organización lo pidió'
  const of = tickets.length === 1 ? `tu entrada ${listed(tickets)} para ${eventName}` : `tu compra para ${eventName}`
  const ended = tickets.filter(({ isEnded }) => isEnded)
  return {
    subject: isCancelled
      ? `Se canceló ${eventName}: te devolvimos ${amount}`
      : `Te devolvimos ${amount} de ${eventName}`,
    lines: [
      isCancelled ? `Se canceló ${eventName}: te devolvimos ${amount}.` : `Te devolvimos ${amount} de ${of}: ${why}.`,
      ...(tickets.length > 1 || (isCancelled && tickets.length > 0) ? [`${listed(tickets)}.`] : []),
      'Mercado Pago te lo acredita en el mismo medio de pago; puede demorar unos días según tu banco.',
      ...(ended.length === 0 || isCancelled ? [] : [endedLine(ended, tickets.length)]),
      'Tu comprobante ya dice lo que te devolvimos: bajalo de Mis compras.',
    ],
  }
}

function endedLine(ended: RefundReader['tickets'], count: number): string {
  if (ended.length < count) return `Ya no sirve para ingresar: ${listed(ended)}.`
  return count === 1 ? 'Esa entrada ya no sirve para ingresar.' : 'Esas entradas ya no sirven para ingresar.'
}

function wordsForHolder({ eventName, tickets }: RefundReader): Letter {
  const isOne = tickets.length === 1
  return {
    subject: isOne ? `Tu entrada para ${eventName} ya no sirve` : `Tus entradas para ${eventName} ya no sirven`,
    lines: [
      isOne
        ? `La entrada ${listed(tickets)} que te pasaron para ${eventName} se devolvió: ya no sirve para ingresar.`
        : `Las entradas que te pasaron para ${eventName} se devolvieron: ya no sirven para ingresar. ${listed(tickets)}.`,
      'La plata vuelve siempre a quien la pagó.',
    ],
  }
}

export function failedMail({ eventName, eventId, orderNumber, amountCents, isTooOld }: FailedRefund): Letter {
  const amount = formatExactMoney(amountCents)
  const why = isTooOld
    ? `Pasaron más de ${PROVIDER_REFUND_DAYS} días del pago de la compra N.º ${formatOrderNumber(orderNumber)} para ${eventName}: Mercado Pago ya no devuelve esos ${amount}.`
    : `Mercado Pago rechazó devolver ${amount} de la compra N.º ${formatOrderNumber(orderNumber)} para ${eventName}, y no lo va a hacer.`
  return {
    subject: `No se pudo devolver ${amount} de ${eventName}`,
    lines: [
      why,
      'Si la entrada iba a terminar con esta devolución, vuelve a servir para ingresar.',
      'Arreglá con quien compró por otro medio, o pedila de nuevo desde los reembolsos del evento.',
    ],
    action: { label: 'Ver los reembolsos', path: paths.eventRefunds(eventId) },
  }
}

export function massEndedMail({ event, completed, failed, rejected }: MassRefund): Letter {
  const sum = ({ count, amount }: { count: number; amount: number }) =>
    `${count} por ${formatExactMoney(toCents(amount))}`
  return {
    subject: `Terminó la devolución de ${event.name}`,
    lines: [
      `Devueltas: ${sum(completed)}.`,
      ...(failed.count > 0 ? [`Mercado Pago no pudo con: ${sum(failed)}. Miralas una por una.`] : []),
      ...(rejected.count > 0 ? [`No hicieron falta, porque su plata ya había vuelto: ${sum(rejected)}.`] : []),
    ],
    after: 'El informe completo está en la pantalla de reembolsos del evento.',
  }
}
