import * as z from 'zod/mini'
import { toCents } from '#contract/money.ts'
import { toInstant } from '#server/shared/clock.ts'
import type { PaymentStatus, ProviderPayment, ProviderRefund } from './port.ts'

const identifier = z.union([z.int(), z.string()])
const text = z.nullish(z.string())

const feeLine = z.object({ type: text, amount: z.number(), fee_payer: text })
type Fee = z.output<typeof feeLine>

const payment = z.object({
  id: identifier,
  status: z.string(),
  status_detail: text,
  external_reference: text,
  transaction_amount: z.number(),
  transaction_amount_refunded: z.nullish(z.number()),
  currency_id: z.string(),
  collector_id: identifier,
  live_mode: z.nullish(z.boolean()),
  date_created: z.string(),
  date_approved: text,
  date_last_updated: text,
  money_release_date: text,
  payment_method_id: text,
  payment_type_id: text,
  installments: z.nullish(z.number()),
  payer: z.nullish(z.object({ email: text })),
  transaction_details: z.nullish(z.object({ net_received_amount: z.nullish(z.number()) })),
  fee_details: z.nullish(z.array(feeLine)),
})

/**
 * Every status the vendor documents and ours for it. `in_mediation` is a complaint over money that is still the seller's;
 * it ends in `approved`, `refunded` or `charged_back`. A chargeback's `status_detail` says how far it is: `in_process`, then
 * `settled` when the seller lost it, or `reimbursed` when the money came back to him, which makes it approved again.
 */
export const STATUSES: Readonly<Record<string, PaymentStatus>> = {
  pending: 'pending',
  in_process: 'pending',
  authorized: 'pending',
  approved: 'approved',
  in_mediation: 'approved',
  rejected: 'rejected',
  cancelled: 'cancelled',
  refunded: 'refunded',
  charged_back: 'charged_back',
}

/** A payment of the vendor in our words, or null when the answer does not say what a payment must. */
export function readPayment(answer: unknown): ProviderPayment | null {
  const parsed = payment.safeParse(answer)
  if (!parsed.success) return null
  const { data } = parsed
  const isReimbursed = data.status === 'charged_back' && data.status_detail === 'reimbursed'
  const status = isReimbursed ? 'approved' : STATUSES[data.status]
  const createdAt = instantOf(data.date_created)
  const lastUpdatedAt = instantOf(data.date_last_updated ?? data.date_created)
  if (status === undefined || createdAt === null || lastUpdatedAt === null) return null
  const approvedAt = instantOf(data.date_approved)
  const net = data.transaction_details?.net_received_amount
  return {
    id: String(data.id),
    status,
    statusDetail: data.status_detail || null,
    externalReference: data.external_reference || null,
    amountCents: toCents(data.transaction_amount),
    currency: data.currency_id,
    collectorId: String(data.collector_id),
    liveMode: data.live_mode ?? false,
    refundedCents: toCents(data.transaction_amount_refunded ?? 0),
    ...feesOf(data.fee_details),
    netReceivedCents: approvedAt === null || net === null || net === undefined ? null : toCents(net),
    releasesAt: instantOf(data.money_release_date),
    isDisputed: data.status === 'in_mediation',
    isChargebackLost: data.status === 'charged_back' && data.status_detail === 'settled',
    createdAt,
    approvedAt,
    lastUpdatedAt,
    paymentMethod: data.payment_method_id || null,
    paymentType: data.payment_type_id || null,
    installments: data.installments ?? null,
    payerMail: data.payer?.email || null,
  }
}

/** The vendor names our share `application_fee`; financing that the buyer pays is no cost here. */
function feesOf(details: Fee[] | null | undefined): Pick<ProviderPayment, 'feeCents' | 'marketplaceFeeCents'> {
  if (!details) return { feeCents: null, marketplaceFeeCents: null }
  const sum = (isCounted: (fee: Fee) => boolean) =>
    details.filter(isCounted).reduce((total, fee) => total + toCents(fee.amount), 0)
  return {
    feeCents: sum((fee) => fee.type !== 'application_fee' && fee.fee_payer !== 'payer'),
    marketplaceFeeCents: sum((fee) => fee.type === 'application_fee'),
  }
}

const refund = z.object({ id: identifier, amount: z.number(), status: text })

/** A refund of the vendor in our words, or null when the answer does not say what a refund must. */
export function readRefund(answer: unknown): ProviderRefund | null {
  const parsed = refund.safeParse(answer)
  if (!parsed.success) return null
  const { id, amount, status } = parsed.data
  return { refundId: String(id), amountCents: toCents(amount), state: refundState(status) }
}

/** Refunds from before the vendor reported a status were settled at once. */
function refundState(status: string | null | undefined): ProviderRefund['state'] {
  if (!status || status === 'approved') return 'approved'
  return status === 'rejected' || status === 'cancelled' ? 'rejected' : 'in_process'
}

function instantOf(text: string | null | undefined): string | null {
  if (!text) return null
  try {
    return toInstant(text)
  } catch {
    // Not an instant: the caller reports the whole answer as unreadable, or has none, where it can do without.
    return null
  }
}
