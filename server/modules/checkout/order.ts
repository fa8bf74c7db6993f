/** Orders: what may follow what, and what a cart amounts to. Pure. */
import type { NEXT_STEPS, OrderState } from '#contract/sales/checkout.ts'

export interface CartItem {
  readonly ticketTypeId: string
  readonly quantity: number
}

export interface CartDrink {
  readonly drinkId: string
  readonly quantity: number
}

/** One line per drink, as of types. */
export function mergeDrinks(drinks: readonly CartDrink[]): CartDrink[] {
  const items = drinks.map(({ drinkId, quantity }) => ({ ticketTypeId: drinkId, quantity }))
  return mergeItems(items).map(({ ticketTypeId, quantity }) => ({ drinkId: ticketTypeId, quantity }))
}

/** One line per type, its quantities added up (invariant I6), in the order of the types' ids. */
export function mergeItems(items: readonly CartItem[]): CartItem[] {
  const quantities = new Map<string, number>()
  for (const { ticketTypeId, quantity } of items) {
    quantities.set(ticketTypeId, (quantities.get(ticketTypeId) ?? 0) + quantity)
  }
  return [...quantities]
    .map(([ticketTypeId, quantity]) => ({ ticketTypeId, quantity }))
    .sort((a, b) => (a.ticketTypeId < b.ticketTypeId ? -1 : 1))
}

/** Transitions of an order (rule R10.1). A late payment reactivates an ended order while there are places. */
const FOLLOWING: Readonly<Record<OrderState, readonly OrderState[]>> = {
  reserved: ['pending_payment', 'paid', 'expired', 'cancelled'],
  pending_payment: ['paid', 'expired', 'cancelled'],
  paid: ['partially_refunded', 'refunded', 'in_dispute'],
  partially_refunded: ['partially_refunded', 'refunded', 'in_dispute'],
  refunded: [],
  expired: ['paid'],
  cancelled: ['paid'],
  failed: [],
  in_dispute: ['refunded', 'partially_refunded', 'paid'],
}

export function mayBecome(state: OrderState, next: OrderState): boolean {
  return FOLLOWING[state].includes(next)
}

/** Whether it was paid, whatever was refunded or is disputed since (`checkout_has_paid` says the same in SQL). */
export function hasPaid(state: OrderState): boolean {
  return state === 'paid' || state === 'partially_refunded' || state === 'refunded' || state === 'in_dispute'
}

/** Whether its hold still counts in stock (`checkout_is_unpaid` in SQL). Its time may be over: it counts until a transaction ends it. */
export function isUnpaid(state: OrderState): boolean {
  return state === 'reserved' || state === 'pending_payment'
}

export type NextStep = (typeof NEXT_STEPS)[number]

export interface PayingOrder {
  /** As people see it (`checkout_shown_state`). */
  readonly shownState: OrderState
  /** Status of the payment that it shows, if any: while it is unpaid the last that the provider reported. */
  readonly lastPayment: string | null
  readonly isFree: boolean
}

/** The buyer's next step. */
export function nextStep({ shownState, lastPayment, isFree }: PayingOrder): NextStep {
  switch (shownState) {
    case 'reserved':
    case 'pending_payment':
      if (isFree || lastPayment === 'pending' || lastPayment === 'approved') return 'wait'
      return lastPayment === 'rejected' ? 'retry' : 'pay'
    case 'paid':
    case 'partially_refunded':
      return 'tickets'
    case 'expired':
    case 'cancelled':
    case 'failed':
      return 'choose_again'
    case 'refunded':
    case 'in_dispute':
      return 'none'
  }
}
