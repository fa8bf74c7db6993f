/** What a result screen says about an order: decided by the server's word alone, never by the address. */
import type { getOrderStatus } from '#contract/sales/checkout.ts'
import type { Answer } from '#contract/api/endpoint.ts'

export type OrderStatus = Answer<typeof getOrderStatus>

export interface OrderOutcome {
  /** `unpaid`: nothing went wrong, the payment is still to come. */
  readonly kind: 'paid' | 'waiting' | 'unpaid' | 'refused' | 'over' | 'refunded'
  readonly title: string
  readonly text: string
  /** Something may still be known, though the order is over. */
  readonly isAsking?: boolean
}

/**
 * Words for each state and next step of rule R10.1. `paymentId` is the payment that the address names: while nothing is known
 * of it, an order that is over is not said to be free of charge. `isAwaited`: the provider sent the buyer back as one who paid,
 * and the server may not know yet: it asks for no second payment.
 */
export function orderOutcome(
  {
    state,
    nextStep,
    reason,
    isOfDrinks,
    isFree,
  }: Pick<OrderStatus, 'state' | 'nextStep' | 'reason'> & Partial<Pick<OrderStatus, 'isOfDrinks' | 'isFree'>>,
  paymentId?: string,
  isAwaited = false,
): OrderOutcome {
  if (state === 'paid' || state === 'partially_refunded') {
    if (isOfDrinks)
      return {
        kind: 'paid',
        title: '¡Listo! Ya tenés tus bebidas',
        text: 'Las retirás en la barra con el código de tu entrada.',
      }
    return {
      kind: 'paid',
      title: isFree ? '¡Listo! Tu reserva está confirmada' : '¡Listo! Tu compra está confirmada',
      text: 'Te mandamos el QR. También está en Mis entradas.',
    }
  }
  if (state === 'refunded') {
    return {
      kind: 'refunded',
      title: 'Te devolvimos el dinero',
      text:
        reason ??
        'El pago llegó cuando ya no quedaban lugares. La devolución puede tardar unos días en verse en tu cuenta.',
    }
  }
  if (state === 'in_dispute') {
    return {
      kind: 'waiting',
      title: 'El pago está en revisión',
      text: 'El medio de pago abrió un reclamo. Te avisamos por mail cuando se resuelva.',
    }
  }
  if (nextStep === 'wait' || (isAwaited && (nextStep === 'pay' || nextStep === 'retry'))) {
    return {
      kind: 'waiting',
      title: 'Estamos esperando tu pago',
      text: isOfDrinks
        ? 'Apenas Mercado Pago lo confirme las ves en tu entrada. Podés cerrar esta pantalla.'
        : 'Apenas Mercado Pago lo confirme te mandamos el QR y lo ves acá. No pagues de nuevo; podés cerrar esta pantalla.',
    }
  }
  if (nextStep === 'pay') {
    return {
      kind: 'unpaid',
      title: 'Todavía falta el pago',
      text: isOfDrinks ? 'Terminalo y las retirás con el QR de tu entrada.' : 'Terminalo y te mandamos el QR.',
    }
  }
  if (nextStep === 'retry') {
    return {
      kind: 'refused',
      title: 'El pago no se aprobó',
      text: reason ?? 'Podés intentar de nuevo.',
    }
  }
  const isPaymentUnknown = reason === null && paymentId !== undefined
  return {
    kind: 'over',
    title: state === 'cancelled' ? 'La compra se canceló' : 'La reserva venció',
    text: isPaymentUnknown
      ? 'Le estamos preguntando a Mercado Pago por tu pago. Si se cobró, te decimos acá qué pasa con tu dinero.'
      : (reason ??
        (isOfDrinks
          ? 'No se cobró nada. Si todavía las querés, sumalas de nuevo desde tu entrada.'
          : 'No se cobró nada. Si todavía querés ir, elegí tus entradas de nuevo.')),
    isAsking: isPaymentUnknown,
  }
}

/** Over the tickets that were bought just now. */
export function boughtTitle({ isFree }: Pick<OrderStatus, 'isFree'>, tickets: number): string {
  return `¡Listo! ${isFree ? 'Reservaste' : 'Ya tenés'} ${tickets === 1 ? 'tu entrada' : 'tus entradas'}`
}

/** Whether its buyer may pay it now. */
export function isPayable({ kind }: OrderOutcome): boolean {
  return kind === 'unpaid' || kind === 'refused'
}

/** Whether it may become another by itself. */
export function isMoving(outcome: OrderOutcome): boolean {
  return outcome.kind === 'waiting' || isPayable(outcome) || outcome.isAsking === true
}

/** Milliseconds until the server is asked again: quickly at first, then every 10 s. */
export function nextPoll(polls: number): number {
  return Math.min(2000 + polls * 500, 10_000)
}
