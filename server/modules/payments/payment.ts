/** Effects of a provider's payment on an order. Pure. */
import type { PaymentStatus, ProviderPayment } from '#server/adapters/payments/port.ts'
import { isBefore } from '#server/shared/clock.ts'

/** The provider's checkout ends this long before its order's hold: what is approved in time is known in time. */
export const CHECKOUT_MARGIN_SECONDS = 60

/**
 * A status never goes back to one of a lower rank, whatever the order of the reports (invariant M3), except for a chargeback
 * that the seller won, which its date shows.
 */
const RANKS: Readonly<Record<PaymentStatus | 'created', number>> = {
  created: 0,
  pending: 1,
  rejected: 2,
  cancelled: 2,
  approved: 3,
  refunded: 4,
  charged_back: 4,
}

export interface KnownPayment {
  readonly status: string
  readonly lastUpdatedAt: string
}

/** Whether what the provider says is newer than what is known. */
export function isNewer(known: KnownPayment, payment: Pick<ProviderPayment, 'status' | 'lastUpdatedAt'>): boolean {
  const [knownRank, rank] = [RANKS[known.status as PaymentStatus], RANKS[payment.status]] // CHECK on the column
  const isWon = known.status === 'charged_back' && payment.status === 'approved'
  return rank > knownRank || ((rank === knownRank || isWon) && isBefore(known.lastUpdatedAt, payment.lastUpdatedAt))
}

/** Expected values of the payment that names an order. */
export interface Expectation {
  readonly totalCents: number
  /** The accounts that its checkouts collect for. */
  readonly collectorIds: readonly string[]
}

export type Judgement =
  /** Not ours: never touched, never refunded. */
  | { readonly verdict: 'ignored'; readonly why: 'other_collector' | 'sandbox' }
  /** Ours, but it does not pay for the order. */
  | { readonly verdict: 'wrong'; readonly why: 'amount' | 'currency' }
  | { readonly verdict: 'right' }

/** Compares a payment with the order that it names (invariant M4). */
export function judgePayment(expected: Expectation, payment: ProviderPayment): Judgement {
  if (!expected.collectorIds.includes(payment.collectorId)) return { verdict: 'ignored', why: 'other_collector' }
  if (!payment.liveMode) return { verdict: 'ignored', why: 'sandbox' }
  if (payment.currency !== 'ARS') return { verdict: 'wrong', why: 'currency' }
  if (payment.amountCents !== expected.totalCents) return { verdict: 'wrong', why: 'amount' }
  return { verdict: 'right' }
}

/** Whether its payer was charged, wherever the money is by now. */
export function wasCharged({ status }: Pick<ProviderPayment, 'status'>): boolean {
  return status === 'approved' || status === 'refunded' || status === 'charged_back'
}

/** Amount of a payment returned to its payer, by refund or chargeback, in centavos. */
export function returnedCents(payment: ProviderPayment): number {
  if (payment.status === 'approved') return payment.refundedCents
  return payment.status === 'refunded' || payment.status === 'charged_back' ? payment.amountCents : 0
}

/** A voucher to pay in cash, as against a card that the provider still looks at. */
export function isCash(payment: Pick<ProviderPayment, 'paymentType'>): boolean {
  return payment.paymentType === 'ticket' || payment.paymentType === 'atm'
}
