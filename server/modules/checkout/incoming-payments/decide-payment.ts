/** Decides a payment. Pure: the same rules apply to a lone payment and to each one of a batch. */
import type { FailureCode } from '#contract/api/failures.ts'
import type { ProviderPayment } from '#server/adapters/payments/port.ts'
import { refusalOfUses, type DiscountFacts } from '#server/modules/discounts/judge-discount.ts'
import type { PaidDrink } from '#server/modules/drinks/share-vouchers.ts'
import { isNewer, judgePayment } from '#server/modules/payments/payment.ts'
import type { StoredPayment } from '#server/modules/payments/store.ts'
import { isPastPersonLimit } from '#server/modules/stock/person-limits.ts'
import type { OrderToIssue } from '#server/modules/tickets/issuing/issue-tickets.ts'
import { isUnpaid, mayBecome } from '../order.ts'
import type { LockedOrder } from '../store.ts'

/** Facts of a payment and of the order that it names, read while that order is locked. */
export interface PaymentFacts {
  readonly order: LockedOrder
  /** The event's number inside codes. */
  readonly eventNumber: number
  /** The event has ended for good: nothing is sold for it any more. */
  readonly isEventCancelled: boolean
  readonly lines: OrderToIssue['lines']
  readonly drinks: readonly PaidDrink[]
  /** The accounts that the order's checkouts collect for, and the one that its company has now. */
  readonly collectorIds: readonly string[]
  /** Our row of this payment; null when the provider reports it for the first time. */
  readonly known: StoredPayment | null
  /** The ledger holds its money as buying nothing. */
  readonly isInSuspense: boolean
  /** Another payment has paid the order. */
  readonly isPaidByAnother: boolean
}

export type PaymentDecision =
  /** Not ours, or nothing new: nothing is written. */
  | { readonly ignored: 'unknown_reference' | 'other_collector' | 'sandbox' | 'old_news' }
  /** It pays for places that the order holds, and nothing else follows: a batch can do it. */
  | { readonly does: 'confirm' }
  /** It pays, but more than tickets may follow: the hold has ended, we knew the payment before, money of it has returned, or it is for drinks alone. */
  | { readonly does: 'receive' }
  /** It buys nothing, so we refund it. */
  | { readonly does: 'refund'; readonly reason: 'amount' | 'currency' | 'second_payment' }
  /** Money that had come may have returned to its payer without us. */
  | { readonly does: 'record_reversal' }
  /** It is undecided or was rejected, and the order waits for it, or for another. */
  | { readonly does: 'keep_hold' }
  /** The payment is written down, and nothing follows. */
  | { readonly does: 'record' }

/** `facts` are null when no order has the reference that the payment names. */
export function decidePayment(providerPayment: ProviderPayment, facts: PaymentFacts | null): PaymentDecision {
  if (!facts) return { ignored: 'unknown_reference' }
  const { order, known } = facts
  const judgement = judgePayment({ totalCents: order.totalCents, collectorIds: facts.collectorIds }, providerPayment)
  if (judgement.verdict === 'ignored') return { ignored: judgement.why }
  if (known && !isNewer(known, providerPayment)) return { ignored: 'old_news' }
  // It was judged before: it bought the order, or its refund is under way and it buys nothing any more (invariant I3).
  const isJudged = known?.isApplied === true || facts.isInSuspense
  switch (providerPayment.status) {
    case 'approved':
      if (isJudged) return { does: 'record_reversal' }
      if (judgement.verdict === 'wrong') return { does: 'refund', reason: judgement.why }
      if (facts.isPaidByAnother) return { does: 'refund', reason: 'second_payment' }
      return isPlain(providerPayment, facts) ? { does: 'confirm' } : { does: 'receive' }
    case 'refunded':
    case 'charged_back': {
      // One that was never reported as approved bought its order all the same, and then returned (rule R10.4).
      const isRight = judgement.verdict === 'right' && providerPayment.approvedAt !== null
      return { does: isJudged || !isRight || facts.isPaidByAnother ? 'record_reversal' : 'receive' }
    }
    case 'pending':
    case 'rejected':
    case 'cancelled':
      return isUnpaid(order.state) ? { does: 'keep_hold' } : { does: 'record' }
  }
}

/** Whether it pays in time for places that the order holds, and nothing of it has happened yet. */
function isPlain({ refundedCents }: ProviderPayment, { order, known, isEventCancelled }: PaymentFacts): boolean {
  // Drinks that are added to a ticket ask for the ticket's state.
  if (order.ticketId !== null) return false
  return isUnpaid(order.state) && mayBecome(order.state, 'paid') && !isEventCancelled && !known && refundedCents === 0
}

/** Facts that decide whether an ended order may still be paid, read while its stock and discount code are locked. */
export interface LatePaymentFacts {
  readonly isOnSale: boolean
  readonly hasBuyerLeft: boolean
  readonly personLimit: number
  /** Places that the buyer holds or has bought with other orders. */
  readonly takenOfEvent: number
  readonly lines: readonly {
    readonly type: { readonly id: string; readonly perPersonLimit: number | null }
    readonly quantity: number
    readonly takenOfType: number
  }[]
  /** Null for an order without a discount code. */
  readonly discount:
    | (Pick<DiscountFacts, 'id' | 'uses' | 'maxUses' | 'perPersonLimit'> & { readonly usesOfPerson: number })
    | null
}

/**
 * Why an order whose hold has ended is not sold any more, by the rules of a new order; null when it is, while there are places. Its
 * price was promised: types whose sale ended are sold, and a code that was stopped or is over counts.
 */
export function refusalOfLatePayment(facts: LatePaymentFacts): FailureCode | 'buyer_left' | null {
  if (!facts.isOnSale) return 'event_not_on_sale'
  if (facts.hasBuyerLeft) return 'buyer_left'
  if (isPastPersonLimit(facts, { ofEvent: facts.takenOfEvent }, facts.lines)) return 'person_limit'
  return facts.discount && refusalOfUses(facts.discount, { ...facts.discount, isUnproved: false })
}
