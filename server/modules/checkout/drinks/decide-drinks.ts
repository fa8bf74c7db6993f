/** Decides an order that adds drinks to a ticket. Pure. */
import type { OrderState } from '#contract/sales/checkout.ts'
import type { FailureCode } from '#contract/api/failures.ts'
import type { TicketState } from '#contract/sales/tickets.ts'
import type { FeeTerms } from '#contract/values/prices.ts'
import { isOfAge } from '#server/shared/age.ts'
import type { DrinkFacts, PricedDrink } from '../placing/batch-facts.ts'
import { priceDrink, sum } from '../placing/purchase.ts'
import type { CartDrink } from '../order.ts'

/** A ticket with its event, read while the ticket's row is locked, as one buyer's. */
export interface TicketFacts {
  readonly holderId: string
  readonly state: TicketState
  /** Of the order that bought the ticket; null for one that was issued. */
  readonly orderState: OrderState | null
  readonly event: {
    readonly id: string
    readonly companyId: string
    readonly holdMinutes: number
    /** Age that a buyer must have on the day; null when minors may come. */
    readonly ageLimit: number | null
    /** Of its start, as YYYY-MM-DD. */
    readonly day: string
    readonly fee: FeeTerms
    readonly absorbsFee: boolean
    /** It goes on, by its own state and its company's, and is not over. */
    readonly isOpen: boolean
    readonly sellsPaid: boolean
  }
  readonly buyer: { readonly hasPhone: boolean; readonly birthDate: string | null; readonly hasLeft: boolean }
}

/**
 * Why nothing may be added to a ticket; null when it may: its bar serves it and it is still its buyer's. One that was handed on has
 * no drinks of its giver's added any more.
 */
export function refusalOfTicket({ holderId, state, orderState }: TicketFacts, buyerId: string): FailureCode | null {
  if (holderId !== buyerId) return 'ticket_not_found'
  const isShown = state === 'valid' || state === 'used'
  return isShown && orderState !== 'refunded' && orderState !== 'in_dispute' ? null : 'ticket_not_valid'
}

export interface DrinksRequest {
  readonly buyerId: string
  /** Each drink once. */
  readonly drinks: readonly CartDrink[]
  /** Whether a payment provider is configured at all. */
  readonly takesPayments: boolean
}

export interface PricedDrinks {
  readonly drinks: readonly PricedDrink[]
  readonly subtotalCents: number
  readonly feeCents: number
  readonly absorbedFeeCents: number
}

/** Prices and fees hold as they are now, as in a purchase of tickets (R7.6, R21.1). */
export function decideDrinks(
  request: DrinksRequest,
  ticket: TicketFacts,
  menu: readonly DrinkFacts[],
): { readonly refused: FailureCode } | PricedDrinks {
  const { event, buyer } = ticket
  const refusal = refusalOfTicket(ticket, request.buyerId)
  if (refusal) return { refused: refusal }
  if (!event.isOpen) return { refused: 'drinks_closed' }
  const drinks: PricedDrink[] = []
  for (const { drinkId, quantity } of request.drinks) {
    const drink = menu.find(({ id }) => id === drinkId)
    if (!drink || drink.isRemoved || drink.eventId !== event.id) return { refused: 'drink_not_found' }
    if (!drink.isAvailable) return { refused: 'drink_not_available' }
    drinks.push(priceDrink(drink, quantity, event))
  }
  if (!buyer.hasPhone || (event.ageLimit !== null && buyer.birthDate === null)) return { refused: 'profile_incomplete' }
  if (event.ageLimit !== null && buyer.birthDate !== null && !isOfAge(buyer.birthDate, event.ageLimit, event.day))
    return { refused: 'under_age' }
  const priced = {
    drinks,
    subtotalCents: sum(drinks, (line) => line.quantity * line.unitPriceCents),
    feeCents: sum(drinks, (line) => line.quantity * line.unitFeeCents),
    absorbedFeeCents: sum(drinks, (line) => line.quantity * line.unitAbsorbedFeeCents),
  }
  const isFree = priced.subtotalCents + priced.feeCents === 0
  return isFree || (request.takesPayments && event.sellsPaid) ? priced : { refused: 'paid_sales_closed' }
}
