/** The state of an order, for people who hold its id. */
import type { getOrderStatus } from '#contract/sales/checkout.ts'
import type { Answer } from '#contract/api/endpoint.ts'
import type { App } from '#server/context.ts'
import { findCheckout, findShownPayment } from '#server/modules/payments/queries.ts'
import { rejectionInWords } from '#server/modules/payments/rejection.ts'
import { findAutomaticRefund } from '#server/modules/payments/refunds/queries.ts'
import { Failure } from '#server/shared/failure.ts'
import { syncPaymentsSoon } from './incoming-payments/sync-payments.ts'
import { hasPaid, isUnpaid, nextStep } from './order.ts'
import { findOrder, type FoundOrder } from './queries.ts'

/** States without an answer of the provider: money may still come. */
const OPEN_ENDED = ['pending_payment', 'expired', 'cancelled']
const GOING_BACK = {
  late_payment: 'Recibimos tu pago, pero ya no había lugar para esta compra: te devolvemos el dinero',
  wrong_payment: 'Recibimos un pago que no corresponde a esta compra: te devolvemos el dinero',
} as const
const DRINKS_REFUSED = 'Recibimos tu pago, pero la entrada ya no podía sumar bebidas: te devolvemos el dinero'
const CANCELLED = 'Recibimos tu pago cuando el evento ya se había cancelado: te devolvemos el dinero'

/**
 * The order's state and what its buyer can do next; never trusts what the browser brings. Asks the provider when an order
 * that was sent to pay has no answer yet (rule R10.3), first about the payment that the return address names. Throws
 * `order_not_found`.
 */
export async function checkOrder(
  app: App,
  publicId: string,
  hintedId?: string,
): Promise<Answer<typeof getOrderStatus>> {
  const found = await findOrder(app, publicId)
  if (!found) throw new Failure('order_not_found')
  if (!OPEN_ENDED.includes(found.state) || !(await findCheckout(app, found.id))) return describe(app, found)
  await syncPaymentsSoon(app, found.id, hintedId)
  return describe(app, (await findOrder(app, publicId)) ?? found)
}

async function describe(app: App, order: FoundOrder): Promise<Answer<typeof getOrderStatus>> {
  const payment = await findShownPayment(app, order.id)
  const { shownState } = order
  return {
    state: shownState,
    nextStep: nextStep({ shownState, lastPayment: payment?.status ?? null, isFree: order.totalCents === 0 }),
    isOfDrinks: order.ticketId !== null,
    isFree: order.totalCents === 0,
    heldUntil: isUnpaid(shownState) ? order.heldUntil : null,
    payUntil: isUnpaid(shownState) ? order.payUntil : null,
    secondsToPay: isUnpaid(shownState) ? order.secondsToPay : null,
    eventId: order.eventId,
    eventSlug: order.eventSlug,
    sentTo: hasPaid(shownState) && order.isOpenByToken ? order.guestSentTo : null,
    reason: await reasonOf(app, order, payment),
  }
}

type ShownPayment = Awaited<ReturnType<typeof findShownPayment>>

async function reasonOf(app: App, order: FoundOrder, payment: ShownPayment): Promise<string | null> {
  if (!payment || payment.isApplied) return null
  if (payment.status === 'rejected') return rejectionInWords(payment.statusDetail)
  const source = await findAutomaticRefund(app, order.id)
  if (source !== 'late_payment') return source && GOING_BACK[source]
  if (order.eventState === 'cancelled') return CANCELLED
  return order.ticketId === null ? GOING_BACK[source] : DRINKS_REFUSED
}
