/** How a past purchase is told in words. Pure. */
import type { OrderState, PastOrder } from '#contract/checkout.ts'
import { paymentMethodName } from '#contract/checkout.ts'
import { formatMoment } from '#contract/dates.ts'
import type { BadgeTone } from '#web/ui/base/Badge.tsx'

export const STATES: Record<OrderState, { label: string; tone: BadgeTone }> = {
  reserved: { label: 'Reservada', tone: 'sol' },
  pending_payment: { label: 'Pago pendiente', tone: 'sol' },
  paid: { label: 'Pagada', tone: 'yerba' },
  partially_refunded: { label: 'Devuelta en parte', tone: 'celeste' },
  refunded: { label: 'Devuelta', tone: 'celeste' },
  expired: { label: 'Vencida', tone: 'neutral' },
  cancelled: { label: 'Sin efecto', tone: 'neutral' },
  failed: { label: 'No se completó', tone: 'rojo' },
  in_dispute: { label: 'En disputa', tone: 'rojo' },
}

/** «Comprada» is what was paid; a free one was confirmed at once, and the rest was only begun. */
export function whenWords({
  paidAt,
  createdAt,
  totalCents,
  state,
}: Pick<PastOrder, 'paidAt' | 'createdAt' | 'totalCents' | 'state'>) {
  if (paidAt !== null) return `Comprada el ${formatMoment(paidAt)}`
  return `${totalCents === 0 && state === 'paid' ? 'Confirmada' : 'Empezada'} el ${formatMoment(createdAt)}`
}

/** One line about its money; null when there is none to tell of. */
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
