/** Payments: how they are made, how they change, how the API shows them. */
import { toPesos } from '#contract/values/money.ts'
import { addSeconds, fromEpochMs, toEpochMs, toInstant } from '#server/shared/clock.ts'
import type { Bearer } from './accounts.ts'
import { notifyMerchantOrder, notifyPayment } from './notifications.ts'
import { Refusal, vendorTime, type Simulator } from './simulator.ts'
import type { OddPayment } from './switches.ts'
import {
  change,
  lookUp,
  nextId,
  put,
  type Json,
  type StoredPayment,
  type StoredPreference,
  type VendorStatus,
} from './state.ts'

/** What the provider keeps of each payment, in hundredths of a percent: a plausible rate with its tax. */
const FEE_BPS = 761

export interface PayOptions {
  outcome: 'approved' | 'rejected' | 'pending' | 'in_process'
  statusDetail: string
  method: string
  installments: number
  payerMail: string
  /** The rest makes the payment differ from what its preference asked for. */
  amountCents: number
  currency: string
  collectorId: string
  externalReference: string
  liveMode: boolean
  feeCents: number
  /** When the seller may use it; null leaves it out. */
  releasesAt: string | null
}

const DETAILS: Record<PayOptions['outcome'], string> = {
  approved: 'accredited',
  rejected: 'cc_rejected_other_reason',
  pending: 'pending_waiting_payment',
  in_process: 'pending_contingency',
}

const DAY = 86_400
/** How long the seller's money is kept after the approval, by what it was paid with. */
const RELEASE_SECONDS: Record<string, number> = {
  account_money: 0,
  ticket: 0,
  debit_card: DAY,
  credit_card: 10 * DAY,
}
const INSTALMENTS_RELEASE_SECONDS = 18 * DAY

const TYPES: Record<string, string> = {
  visa: 'credit_card',
  master: 'credit_card',
  debvisa: 'debit_card',
  account_money: 'account_money',
  rapipago: 'ticket',
  pagofacil: 'ticket',
}

export const METHODS = Object.keys(TYPES)

/** Makes a payment of a preference and notifies the seller's server. Whether the preference still takes payments is the page's business. */
export function createPayment(
  simulator: Simulator,
  preference: StoredPreference,
  options: Partial<PayOptions>,
  isControlled = false,
): StoredPayment {
  const { state, clock } = simulator
  const outcome = options.outcome ?? 'approved'
  const amountCents = options.amountCents ?? preference.totalCents
  const payer = preference.body['payer']
  const mail = payer !== null && typeof payer === 'object' && 'email' in payer ? payer.email : null
  const now = clock.now()
  const made: StoredPayment = {
    id: nextId(state),
    preferenceId: preference.id,
    ownerId: preference.ownerId,
    collectorId: options.collectorId ?? preference.ownerId,
    status: outcome,
    statusDetail: options.statusDetail ?? DETAILS[outcome],
    externalReference: options.externalReference ?? textOf(preference.body['external_reference']),
    amountCents,
    refundedCents: 0,
    currency: options.currency ?? 'ARS',
    liveMode: options.liveMode ?? preference.liveMode,
    feeCents: options.feeCents ?? Math.round((amountCents * FEE_BPS) / 10_000),
    marketplaceFeeCents: Math.min(preference.marketplaceFeeCents, amountCents),
    marketplaceReturnedCents: 0,
    method: options.method ?? (outcome === 'pending' ? 'rapipago' : 'visa'),
    installments: options.installments ?? 1,
    payerMail: options.payerMail ?? textOf(mail),
    isControlled,
    createdAt: now,
    approvedAt: outcome === 'approved' ? now : null,
    lastUpdatedAt: now,
    releasesAt: null,
    previous: null,
  }
  const releasesAt = options.releasesAt === undefined ? made.approvedAt && releaseOf(made, now) : options.releasesAt
  const payment = { ...made, releasesAt }
  put(state, 'payments', payment.id, payment)
  if (outcome === 'approved') addToBalance(simulator, payment.ownerId, netOf(payment))
  notifyPayment(simulator, payment, 'payment.created')
  notifyMerchantOrder(simulator, preference)
  return payment
}

/** What of a payment is not the same for ever. */
type Changing = 'status' | 'statusDetail' | 'refundedCents' | 'marketplaceReturnedCents' | 'approvedAt' | 'releasesAt'

/** Changes a payment and notifies the seller's server. Its `date_last_updated` always grows, even with a stopped clock. */
export function changePayment(
  simulator: Simulator,
  payment: StoredPayment,
  changes: Partial<Pick<StoredPayment, Changing>>,
): void {
  const { previous: _, ...before } = payment
  const now = simulator.clock.epochMs()
  change(simulator.state, 'payments', payment.id, {
    ...changes,
    previous: before,
    lastUpdatedAt: fromEpochMs(Math.max(now, toEpochMs(before.lastUpdatedAt) + 1)),
  })
  notifyPayment(simulator, payment, 'payment.updated')
}

/** Money that was awaited arrives: `pending` or `in_process` becomes approved. */
export function approvePayment(simulator: Simulator, payment: StoredPayment): void {
  if (!isOpen(payment.status))
    throw new Refusal(400, 'bad_request', 'The action requested is not valid for the current payment state', 2063)
  addToBalance(simulator, payment.ownerId, netOf(payment))
  changePayment(simulator, payment, {
    status: 'approved',
    statusDetail: 'accredited',
    approvedAt: simulator.clock.now(),
    releasesAt: payment.releasesAt ?? releaseOf(payment, simulator.clock.now()),
  })
}

/** When a payment that was approved then is the seller's to use. */
function releaseOf({ method, installments }: StoredPayment, approvedAt: string): string {
  const type = paymentTypeOf(method)
  const isInParts = type === 'credit_card' && installments > 1
  return addSeconds(approvedAt, isInParts ? INSTALMENTS_RELEASE_SECONDS : (RELEASE_SECONDS[type] ?? 0))
}

/** `PUT /v1/payments/{id}`: only cancelling is simulated, and only while nothing was paid. */
export function updatePayment(simulator: Simulator, bearer: Bearer, id: string, body: unknown): Json {
  const payment = ownPayment(simulator, bearer, id)
  const status = body !== null && typeof body === 'object' && 'status' in body ? body.status : null
  if (status !== 'cancelled') throw new Refusal(400, 'bad_request', 'Invalid status for update', 2016)
  if (!isOpen(payment.status))
    throw new Refusal(400, 'bad_request', 'The action requested is not valid for the current payment state', 2018)
  changePayment(simulator, payment, { status: 'cancelled', statusDetail: 'by_collector' })
  return paymentJson(simulator, payment)
}

/** `GET /v1/payments/{id}`; another seller's payment does not exist. */
export function getPayment(simulator: Simulator, bearer: Bearer, id: string): Json | null {
  const payment = ownPayment(simulator, bearer, id)
  const odd = simulator.switches.oddPayments[payment.id]
  return shaped(paymentJson(simulator, asRead(simulator, payment)), odd?.isOddById ? odd : undefined)
}

function shaped(payment: Json, odd: OddPayment | undefined): Json | null {
  return odd ? odd.fields && { ...payment, ...odd.fields } : payment
}

/** `GET /v1/payments/search`. */
export function searchPayments(simulator: Simulator, bearer: Bearer, query: URLSearchParams): Json {
  const reference = query.get('external_reference')
  const status = query.get('status')
  const { searchLagSeconds, oddPayments } = simulator.switches
  // With a stopped clock a change may lie a little ahead.
  const seenUntil = searchLagSeconds > 0 ? addSeconds(simulator.clock.now(), -searchLagSeconds) : null
  const found = Object.values(simulator.state.payments)
    .filter((payment) => payment.ownerId === bearer.userId)
    .filter((payment) => reference === null || payment.externalReference === reference)
    .filter((payment) => status === null || payment.status === status)
    .filter(isInRange(query))
    .filter(({ lastUpdatedAt }) => seenUntil === null || lastUpdatedAt <= seenUntil)
  // Made in order, so the order of creation is the order of ids. The text order of instants is their order in time.
  if (query.get('sort') === 'date_last_updated') {
    found.sort((a, b) => (a.lastUpdatedAt < b.lastUpdatedAt ? -1 : Number(a.lastUpdatedAt > b.lastUpdatedAt)))
  }
  if (query.get('criteria') === 'desc') found.reverse()
  const offset = Number(query.get('offset') ?? 0)
  const limit = Number(query.get('limit') ?? 30)
  const results = found
    .slice(offset, offset + limit)
    .map((payment) => shaped(paymentJson(simulator, asRead(simulator, payment)), oddPayments[payment.id]))
  return { paging: { total: found.length, limit, offset }, results }
}

export function ownPayment(simulator: Simulator, bearer: Bearer, id: string): StoredPayment {
  const payment = lookUp(simulator.state.payments, id)
  if (!payment || payment.ownerId !== bearer.userId) throw new Refusal(404, 'not_found', 'Payment not found', 2000)
  return payment
}

/** What the seller gets of a payment: the provider takes its fee first, the marketplace its share of the rest. */
function netOf(payment: Omit<StoredPayment, 'previous'>): number {
  return payment.amountCents - payment.feeCents - payment.marketplaceFeeCents
}

export function addToBalance(simulator: Simulator, userId: string, amountCents: number): void {
  const seller = lookUp(simulator.state.sellers, userId)
  if (!seller || seller.balanceCents === null) return
  change(simulator.state, 'sellers', userId, { balanceCents: seller.balanceCents + amountCents })
}

export function paymentTypeOf(method: string): string {
  return lookUp(TYPES, method) ?? 'credit_card'
}

function paymentJson(simulator: Simulator, payment: Omit<StoredPayment, 'previous'>): Json {
  const { state } = simulator
  const preference = lookUp(state.preferences, payment.preferenceId)
  const refunds = Object.values(state.refunds).filter((refund) => refund.paymentId === payment.id)
  const wasPaid = payment.approvedAt !== null
  return {
    id: Number(payment.id),
    status: payment.status,
    status_detail: payment.statusDetail,
    date_created: vendorTime(payment.createdAt),
    date_approved: payment.approvedAt && vendorTime(payment.approvedAt),
    date_last_updated: vendorTime(payment.lastUpdatedAt),
    money_release_date: payment.releasesAt && vendorTime(payment.releasesAt),
    operation_type: 'regular_payment',
    payment_method_id: payment.method,
    payment_type_id: paymentTypeOf(payment.method),
    currency_id: payment.currency,
    collector_id: Number(payment.collectorId),
    payer: { id: '1', type: 'customer', email: payment.payerMail, identification: { type: 'DNI', number: null } },
    external_reference: payment.externalReference,
    transaction_amount: toPesos(payment.amountCents),
    transaction_amount_refunded: toPesos(payment.refundedCents),
    installments: payment.installments,
    transaction_details: {
      net_received_amount: wasPaid ? toPesos(netOf(payment)) : 0,
      total_paid_amount: toPesos(payment.amountCents),
    },
    fee_details: wasPaid ? feeDetails(payment) : [],
    charges_details: [],
    order: preference ? { id: preference.merchantOrderId, type: 'mercadopago' } : {},
    refunds: refunds.map((refund) => ({
      id: Number(refund.id),
      amount: toPesos(refund.amountCents),
      status: refund.status,
    })),
    metadata: preference?.body['metadata'] ?? {},
    live_mode: payment.liveMode,
    point_of_interaction: { type: 'CHECKOUT' },
    captured: true,
    binary_mode: preference?.body['binary_mode'] === true,
    notification_url: preference?.body['notification_url'] ?? null,
    statement_descriptor: preference?.body['statement_descriptor'] ?? null,
  }
}

function feeDetails(payment: Omit<StoredPayment, 'previous'>): Json[] {
  const provider = { type: 'mercadopago_fee', amount: toPesos(payment.feeCents), fee_payer: 'collector' }
  if (payment.marketplaceFeeCents === 0) return [provider]
  return [provider, { type: 'application_fee', amount: toPesos(payment.marketplaceFeeCents), fee_payer: 'collector' }]
}

function asRead(simulator: Simulator, payment: StoredPayment): Omit<StoredPayment, 'previous'> {
  if (simulator.switches.staleReads <= 0 || payment.previous === null) return payment
  simulator.switches.staleReads -= 1
  return payment.previous
}

function isOpen(status: VendorStatus): boolean {
  return status === 'pending' || status === 'in_process'
}

/** Whether a payment lies in the range that a search asks for; what it says is read once for all of them. */
function isInRange(query: URLSearchParams): (payment: StoredPayment) => boolean {
  const begin = instantOf(query.get('begin_date'))
  const end = instantOf(query.get('end_date'))
  const field = fieldOf(query.get('range'))
  if (begin === null && end === null) return () => true
  return (payment) => {
    const at = payment[field]
    return at !== null && (begin === null || at >= begin) && (end === null || at <= end)
  }
}

function instantOf(said: string | null): string | null {
  return said === null || said === 'NOW' ? null : toInstant(said)
}

function fieldOf(range: string | null): 'approvedAt' | 'createdAt' | 'lastUpdatedAt' {
  if (range === 'date_last_updated') return 'lastUpdatedAt'
  return range === 'date_approved' ? 'approvedAt' : 'createdAt'
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}
