/** Mails about payments that could not be applied. Pure. */
import { formatExactMoney } from '#contract/values/money.ts'
import { paths } from '#contract/api/paths.ts'
import type { Letter } from '#server/shared/mail-page.ts'
import type { RefundedBuyer } from './queries.ts'

const WHY = {
  late_payment: 'Tu pago llegó cuando la reserva ya había vencido y no quedaban lugares.',
  wrong_payment: 'Recibimos un pago que no corresponde a tu compra: llegó dos veces o con otro importe.',
} as const

/** Of a payment that was on its way when there was nothing to buy any more. */
const CANCELLED = 'Tu pago llegó cuando el evento ya se había cancelado.'

/** Of a payment for drinks whose ticket had ended, or had been handed on, by then. */
const DRINKS_REFUSED = 'Tu pago llegó cuando la entrada ya no podía sumar bebidas.'

export function returnedMail({
  source,
  ticketId,
  eventState,
  eventId,
  eventSlug,
  eventName,
  flyer,
  amountCents,
}: RefundedBuyer): Letter {
  const isLate = source === 'late_payment'
  const why =
    isLate && eventState === 'cancelled' ? CANCELLED : isLate && ticketId !== null ? DRINKS_REFUSED : WHY[source]
  return {
    event: { eventName, flyer },
    subject: `Te devolvemos tu pago de ${eventName}`,
    lines: [
      why,
      `Ya pedimos la devolución completa de ${formatExactMoney(amountCents)} de tu compra para ${eventName}. Mercado Pago te lo acredita en el mismo medio de pago; puede demorar unos días según tu banco.`,
    ],
    action: { label: 'Ver el evento', path: paths.event(eventSlug ?? eventId) },
  }
}
