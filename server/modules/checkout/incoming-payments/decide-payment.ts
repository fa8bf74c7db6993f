/** What becomes of a payment, from facts alone: one rule, for a payment by itself and for one of a batch. */
import type { ProviderPayment } from '#server/adapters/payments/port.ts'
import { isNews, judgePayment } from '#server/modules/payments/payment.ts'
import { isUnpaid, mayBecome } from '../order.ts'
import type { PaymentFacts } from './payment-facts.ts'

export type PaymentDecision =
  /** Not ours, or nothing new: nothing is written. */
  | { readonly ignored: 'unknown_reference' | 'other_collector' | 'sandbox' | 'old_news' }
  /** It pays for places that the order holds, and nothing else happens: what a batch does. */
  | { readonly does: 'confirm' }
  /** It pays, but more than tickets follows: the hold has ended, something was known before, or part of it is gone already. */
  | { readonly does: 'receive' }
  /** Its money buys nothing. */
  | { readonly does: 'give_back'; readonly reason: 'amount' | 'currency' | 'second_payment' }
  /** Money that had come may have left again. */
  | { readonly does: 'take_back' }
  | { readonly does: 'keep_hold' }
  | { readonly does: 'note' }

/** `facts` are null when no order has the reference that the payment names. */
export function decidePayment(told: ProviderPayment, facts: PaymentFacts | null): PaymentDecision {
  if (!facts) return { ignored: 'unknown_reference' }
  const { order, known } = facts
  const judgement = judgePayment({ totalCents: order.totalCents, collectorIds: facts.collectorIds }, told)
  if (judgement.verdict === 'ignored') return { ignored: judgement.why }
  if (known && !isNews(known, told)) return { ignored: 'old_news' }
  switch (told.status) {
    case 'approved':
      // Judged before: it bought the order, or it is on its way back and buys nothing any more (invariant I3).
      if (known?.isApplied || facts.isInSuspense) return { does: 'take_back' }
      if (judgement.verdict === 'wrong') return { does: 'give_back', reason: judgement.why }
      if (facts.isPaidByAnother) return { does: 'give_back', reason: 'second_payment' }
      return isUnpaid(order.state) && mayBecome(order.state, 'paid') && !known && told.refundedCents === 0
        ? { does: 'confirm' }
        : { does: 'receive' }
    case 'refunded':
    case 'charged_back':
      return { does: 'take_back' }
    case 'pending':
    case 'rejected':
    case 'cancelled':
      return isUnpaid(order.state) ? { does: 'keep_hold' } : { does: 'note' }
  }
}
