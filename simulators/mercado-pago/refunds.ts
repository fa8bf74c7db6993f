/** Refunds and chargebacks. */
import { toCents, toPesos } from '#contract/values/money.ts'
import { addSeconds, isBefore } from '#server/shared/clock.ts'
import { sellerOf, type Bearer } from './accounts.ts'
import { notifyChargeback } from './notifications.ts'
import { addToBalance, changePayment, ownPayment } from './payments.ts'
import { Refusal, vendorTime, type Simulator } from './simulator.ts'
import {
  change,
  lookUp,
  nextId,
  put,
  type Json,
  type StoredChargeback,
  type StoredPayment,
  type StoredRefund,
} from './state.ts'

const REFUND_DAYS = 180

/** `POST /v1/payments/{id}/refunds`: `{amount}` gives that much back, `{}` what is left. */
export function createRefund(simulator: Simulator, bearer: Bearer, paymentId: string, body: unknown): Json {
  const payment = ownPayment(simulator, bearer, paymentId)
  const refund = refundPayment(simulator, payment, amountOf(body))
  return refundJson(simulator, refund)
}

/** A refund, requested by the API or by the seller in their own account. */
export function refundPayment(simulator: Simulator, payment: StoredPayment, asked: number | null): StoredRefund {
  const { state, clock, switches } = simulator
  if (!isSellers(payment) || payment.approvedAt === null)
    refuse(400, 2063, 'The action requested is not valid for the current payment state')
  // The vendor's page lists this refusal under 404.
  if (isBefore(addSeconds(payment.approvedAt, REFUND_DAYS * 86_400), clock.now()))
    refuse(404, 2024, 'Payment too old to be refunded')
  const remainder = payment.amountCents - payment.refundedCents - awaited(simulator, payment.id)
  const amountCents = asked ?? remainder
  if (amountCents > remainder || amountCents <= 0)
    refuse(400, 2017, 'Invalid amount: greater than what is left of the payment')
  const { balanceCents } = sellerOf(simulator, payment.ownerId)
  if (balanceCents !== null && balanceCents < amountCents - marketplaceShare(simulator, payment, amountCents))
    refuse(400, 2031, "Collector hasn't enough available money")
  const refund: StoredRefund = {
    id: nextId(state),
    paymentId: payment.id,
    amountCents,
    status: switches.refundOutcome,
    createdAt: clock.now(),
  }
  put(state, 'refunds', refund.id, refund)
  if (refund.status === 'approved') giveBack(simulator, payment, amountCents)
  return refund
}

/** A refund that was in process comes out; rejected, whatever was meant, when the bank has taken its money meanwhile. */
export function settleRefund(simulator: Simulator, refundId: string, outcome: 'approved' | 'rejected'): void {
  const refund = lookUp(simulator.state.refunds, refundId)
  const payment = refund && lookUp(simulator.state.payments, refund.paymentId)
  if (!payment || refund.status !== 'in_process') throw new Refusal(404, 'not_found', 'Refund not found', 2032)
  change(simulator.state, 'refunds', refundId, { status: outcome })
  if (outcome === 'approved') giveBack(simulator, payment, refund.amountCents)
  // What its payer does not get by the refund the bank takes as well.
  else if (isTaken(payment)) take(simulator, payment, chargebackOf(simulator, payment.id), refund.amountCents)
}

/** `GET /v1/payments/{id}/refunds/`. */
export function listRefunds(simulator: Simulator, bearer: Bearer, paymentId: string): Json[] {
  const payment = ownPayment(simulator, bearer, paymentId)
  return Object.values(simulator.state.refunds)
    .filter((refund) => refund.paymentId === payment.id)
    .map((refund) => refundJson(simulator, refund))
}

/** `GET /v1/payments/{id}/refunds/{refund}`. */
export function getRefund(simulator: Simulator, bearer: Bearer, paymentId: string, refundId: string): Json {
  const payment = ownPayment(simulator, bearer, paymentId)
  const refund = lookUp(simulator.state.refunds, refundId)
  if (!refund || refund.paymentId !== payment.id) throw new Refusal(404, 'not_found', 'Refund not found', 2032)
  return refundJson(simulator, refund)
}

/** The card's bank takes what is left and is not on its way back, until it is decided whose it is. */
export function chargeBack(simulator: Simulator, payment: StoredPayment): StoredChargeback {
  if (!isSellers(payment)) refuse(400, 2063, 'The action requested is not valid for the current payment state')
  const { state, clock } = simulator
  const chargeback: StoredChargeback = {
    id: nextId(state),
    paymentId: payment.id,
    amountCents: 0,
    createdAt: clock.now(),
  }
  put(state, 'chargebacks', chargeback.id, chargeback)
  const amountCents = payment.amountCents - payment.refundedCents - awaited(simulator, payment.id)
  take(simulator, payment, chargeback, amountCents)
  notifyChargeback(simulator, payment, chargeback.id)
  return chargeback
}

function take(simulator: Simulator, payment: StoredPayment, chargeback: StoredChargeback, amountCents: number): void {
  const shareCents = marketplaceShare(simulator, payment, amountCents)
  change(simulator.state, 'chargebacks', chargeback.id, { amountCents: chargeback.amountCents + amountCents })
  addToBalance(simulator, payment.ownerId, shareCents - amountCents)
  const marketplaceReturnedCents = payment.marketplaceReturnedCents + shareCents
  const isFirst = isSellers(payment)
  changePayment(simulator, payment, {
    marketplaceReturnedCents,
    ...(isFirst && { status: 'charged_back', statusDetail: 'in_process' }),
  })
}

function chargebackOf(simulator: Simulator, paymentId: string): StoredChargeback {
  const taken = Object.values(simulator.state.chargebacks).findLast((each) => each.paymentId === paymentId)
  if (!taken) throw new Refusal(404, 'not_found', 'Chargeback not found')
  return taken
}

/** The bank has decided: what it took stays gone, or the seller has it again. */
export function settleChargeback(simulator: Simulator, payment: StoredPayment, outcome: 'lost' | 'won'): void {
  if (payment.status !== 'charged_back' || payment.statusDetail !== 'in_process')
    refuse(400, 2063, 'The action requested is not valid for the current payment state')
  if (outcome === 'lost') return changePayment(simulator, payment, { statusDetail: 'settled' })
  const { amountCents } = chargebackOf(simulator, payment.id)
  // What stays gone counts as if the bank had taken nothing.
  const marketplaceReturnedCents = proportion(payment, payment.refundedCents)
  addToBalance(simulator, payment.ownerId, amountCents + marketplaceReturnedCents - payment.marketplaceReturnedCents)
  changePayment(simulator, payment, { statusDetail: 'reimbursed', marketplaceReturnedCents })
}

/** `GET /v1/chargebacks/{id}`. */
export function getChargeback(simulator: Simulator, bearer: Bearer, id: string): Json {
  const chargeback = lookUp(simulator.state.chargebacks, id)
  if (!chargeback) throw new Refusal(404, 'not_found', 'Chargeback not found')
  return chargebackJson(chargeback, ownPayment(simulator, bearer, chargeback.paymentId))
}

/** `GET /v1/chargebacks/search?payment_id=`. */
export function searchChargebacks(simulator: Simulator, bearer: Bearer, query: URLSearchParams): Json {
  const results = Object.values(simulator.state.chargebacks).flatMap((chargeback) => {
    const payment = lookUp(simulator.state.payments, chargeback.paymentId)
    const isAsked = query.get('payment_id') === null || query.get('payment_id') === chargeback.paymentId
    return payment && payment.ownerId === bearer.userId && isAsked ? [chargebackJson(chargeback, payment)] : []
  })
  return { paging: { total: results.length, limit: results.length, offset: 0 }, results }
}

/** Its money is the seller's, also after a chargeback that he won. */
function isSellers({ status, statusDetail }: StoredPayment): boolean {
  return status === 'approved' || (status === 'charged_back' && statusDetail === 'reimbursed')
}

/** The bank has it, for now or for good. */
function isTaken(payment: StoredPayment): boolean {
  return payment.status === 'charged_back' && !isSellers(payment)
}

function giveBack(simulator: Simulator, payment: StoredPayment, amountCents: number): void {
  const refundedCents = payment.refundedCents + amountCents
  const isWhole = refundedCents === payment.amountCents
  const shareCents = marketplaceShare(simulator, payment, amountCents)
  addToBalance(simulator, payment.ownerId, shareCents - amountCents)
  changePayment(simulator, payment, {
    refundedCents,
    marketplaceReturnedCents: payment.marketplaceReturnedCents + shareCents,
    ...(isTaken(payment)
      ? {}
      : { status: isWhole ? 'refunded' : 'approved', statusDetail: isWhole ? 'refunded' : 'partially_refunded' }),
  })
}

/** What of this much is the marketplace's to give back, so that of all that went back its part is in proportion to its fee. */
function marketplaceShare(simulator: Simulator, payment: StoredPayment, amountCents: number): number {
  const takenCents = isTaken(payment) ? chargebackOf(simulator, payment.id).amountCents : 0
  return proportion(payment, payment.refundedCents + takenCents + amountCents) - payment.marketplaceReturnedCents
}

/** The marketplace's part of so much of the payment. */
function proportion({ marketplaceFeeCents, amountCents }: StoredPayment, cents: number): number {
  return Math.round((cents * marketplaceFeeCents) / amountCents)
}

function awaited(simulator: Simulator, paymentId: string): number {
  return Object.values(simulator.state.refunds)
    .filter((refund) => refund.paymentId === paymentId && refund.status === 'in_process')
    .reduce((total, refund) => total + refund.amountCents, 0)
}

function amountOf(body: unknown): number | null {
  const amount = body !== null && typeof body === 'object' && 'amount' in body ? body.amount : undefined
  if (amount === undefined) return null
  if (typeof amount !== 'number') refuse(400, 4041, 'amount attribute must be numeric')
  if (amount <= 0) refuse(400, 4040, 'amount attribute must be positive')
  return toCents(amount)
}

function refundJson(simulator: Simulator, refund: StoredRefund): Json {
  const payment = lookUp(simulator.state.payments, refund.paymentId)
  const seller = payment && lookUp(simulator.state.sellers, payment.ownerId)
  return {
    id: Number(refund.id),
    payment_id: Number(refund.paymentId),
    amount: toPesos(refund.amountCents),
    metadata: {},
    source: { id: payment?.ownerId, name: seller?.nickname, type: 'collector' },
    date_created: vendorTime(refund.createdAt),
    unique_sequence_number: null,
    refund_mode: 'standard',
    adjustment_amount: 0,
    status: refund.status,
    reason: null,
    amount_refunded_to_payer: toPesos(refund.amountCents),
  }
}

function chargebackJson(chargeback: StoredChargeback, payment: StoredPayment): Json {
  return {
    id: chargeback.id,
    payments: [Number(chargeback.paymentId)],
    currency: payment.currency,
    amount: toPesos(chargeback.amountCents),
    coverage_applied: false,
    coverage_elegible: false,
    documentation_required: true,
    documentation_status: 'pending',
    date_created: vendorTime(chargeback.createdAt),
    live_mode: payment.liveMode,
  }
}

function refuse(status: number, code: number, message: string): never {
  throw new Refusal(status, status === 404 ? 'not_found' : 'bad_request', message, code)
}
