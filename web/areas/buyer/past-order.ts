/** Texts of a past purchase. Pure. */
import type { OrderState, PastOrder } from '#contract/sales/checkout.ts'
import { paymentMethodName } from '#contract/sales/checkout.ts'
import { formatMoment } from '#contract/values/dates.ts'
import type { StateLabels } from '#web/features/lists/states.ts'

export const orderStates: StateLabels<OrderState> = {
  reserved: { one: 'Sin pagar', many: 'Sin pagar', tone: 'sol' },
  pending_payment: { one: 'Pago pendiente', many: 'Con pago pendiente', tone: 'sol' },
  paid: { one: 'Pagada', many: 'Pagadas', tone: 'yerba' },
  partially_refunded: { one: 'Devuelta en parte', many: 'Devueltas en parte', tone: 'celeste' },
  refunded: { one: 'Devuelta', many: 'Devueltas', tone: 'celeste' },
  expired: { one: 'Vencida', many: 'Vencidas', tone: 'neutral' },
  cancelled: { one: 'Sin efecto', many: 'Sin efecto', tone: 'neutral' },
  failed: { one: 'No se completó', many: 'No se completaron', tone: 'rojo' },
  in_dispute: { one: 'En disputa', many: 'En disputa', tone: 'rojo' },
}

/** What a state is called of one purchase: a free one was not paid for. */
export function orderStateWords({ state, totalCents }: Pick<PastOrder, 'state' | 'totalCents'>): string {
  return state === 'paid' && totalCents === 0 ? 'Reservada' : orderStates[state].one
}

/** «Comprada» is what was paid; a free one was reserved at once, and the rest was only begun. */
export function whenWords(props: Pick<PastOrder, 'paidAt' | 'createdAt' | 'totalCents' | 'state'>) {
  const { paidAt, createdAt, totalCents, state } = props
  if (paidAt !== null) return `Comprada el ${formatMoment(paidAt)}`
  return `${totalCents === 0 && state === 'paid' ? 'Reservada' : 'Empezada'} el ${formatMoment(createdAt)}`
}

/** One line about its money, if any; else null. */
export function paymentWords({ totalCents, payment, state }: Pick<PastOrder, 'totalCents' | 'payment' | 'state'>) {
  if (totalCents === 0) return 'Sin costo'
  if (!payment) return null
  const by = payment.method ? ` con ${paymentMethodName(payment.method)}` : ''
  switch (payment.status) {
    case 'approved':
      return `Pago aprobado${by}`
    case 'created':
    case 'pending':
      return `Pago en proceso${by}`
    case 'rejected':
      return state === 'paid' ? null : `Pago rechazado${by}`
    case 'cancelled':
      return 'Pago cancelado'
    case 'refunded':
      return `Pago devuelto${by}`
    case 'charged_back':
      return `Pago desconocido ante el banco${by}`
  }
}

const REFUNDS: Record<PastOrder['refunds'][number]['state'], string> = {
  requested: 'Devolución pedida',
  approved: 'Devolución aprobada',
  processing: 'Devolución en proceso',
  completed: 'Devolución hecha',
  external: 'Devolución hecha',
  failed: 'Devolución con un problema: la estamos revisando',
  rejected: 'Devolución sin efecto',
}

export function refundWords({ state, isUnfunded }: Pick<PastOrder['refunds'][number], 'state' | 'isUnfunded'>): string {
  return isUnfunded ? 'Devolución en espera de saldo del organizador: la volvemos a pedir sola' : REFUNDS[state]
}
