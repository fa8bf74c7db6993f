import * as z from 'zod/mini'
import { toCents } from '#contract/values/money.ts'
import { toInstant } from '#server/shared/clock.ts'
import { isPaymentId } from './mercado-pago-webhook.ts'
import type { PaymentStatus, ProviderPayment, ProviderRefund, Unreadable } from './port.ts'

/**
 * What decides nothing about money: anything of another shape reads as «not said». Debts of the account's owner, for example, have a
 * list as payer.
 */
export const said = <Shape extends z.ZodMiniType>(shape: Shape) => z.catch(z.nullish(shape), null)
/** PostgreSQL stores no NUL. */
const storable = z.string().check(z.refine((value) => !value.includes('\0')))
const text = said(storable)
/** A number names no order of ours; an object or a list names nothing. */
const reference = said(z.union([storable, z.number()]))

const identifier = z.union([z.int(), storable])
const paymentId = identifier.check(z.refine((id) => isPaymentId(String(id))))
/** What was paid, given back or kept is never below zero. */
const amount = z.number().check(z.refine((pesos) => pesos >= 0 && Number.isSafeInteger(toCents(pesos))))

/** What a line is and who bears it decides what it costs: one that cannot be read makes all fees «not said». */
const feeLine = z.object({ type: z.nullish(z.string()), amount, fee_payer: z.nullish(z.string()) })
type Fee = z.output<typeof feeLine>

const payment = z.object({
  id: paymentId,
  status: z.string(),
  status_detail: text,
  external_reference: reference,
  transaction_amount: amount,
  transaction_amount_refunded: z.nullish(amount),
  currency_id: z.string().check(z.regex(/^[A-Z]{3}$/)),
  collector_id: identifier,
  live_mode: z.boolean(),
  date_created: text,
  date_approved: text,
  date_last_updated: z.nullish(z.string()),
  money_release_date: text,
  payment_method_id: text,
  payment_type_id: text,
  installments: said(z.number()),
  payer: said(z.object({ email: text })),
  transaction_details: said(z.object({ net_received_amount: said(amount) })),
  fee_details: said(z.array(feeLine)),
})
/** From 1 to 9999. */
const WRITABLE_YEAR = /^(?!0000)\d{4}-/
const named = z.object({
  id: said(paymentId),
  external_reference: reference,
  date_created: text,
  date_last_updated: text,
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
  if ((data.transaction_amount_refunded ?? 0) > data.transaction_amount) return null
  const isReimbursed = data.status === 'charged_back' && data.status_detail === 'reimbursed'
  const known = Object.hasOwn(STATUSES, data.status) ? STATUSES[data.status] : undefined
  const status = isReimbursed ? 'approved' : known
  const createdAt = instantOf(data.date_created)
  const lastUpdatedAt = instantOf(data.date_last_updated ?? data.date_created)
  if (status === undefined || lastUpdatedAt === null) return null
  const approvedAt = instantOf(data.date_approved)
  const net = data.transaction_details?.net_received_amount
  return {
    id: String(data.id),
    status,
    statusDetail: data.status_detail || null,
    externalReference: referenceOf(data),
    amountCents: toCents(data.transaction_amount),
    currency: data.currency_id,
    collectorId: String(data.collector_id),
    liveMode: data.live_mode,
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

/** What a row names and when it last changed, as far as either can be read. */
export function readName(row: unknown): Unreadable & { readonly changedAt: string | null } {
  const parsed = named.safeParse(row)
  if (!parsed.success) return { id: null, externalReference: null, changedAt: null }
  const { id, date_last_updated: updatedAt, date_created: createdAt } = parsed.data
  return {
    id: id === null || id === undefined ? null : String(id),
    externalReference: referenceOf(parsed.data),
    changedAt: instantOf(updatedAt ?? createdAt),
  }
}

function referenceOf({ external_reference: named }: { external_reference?: string | number | null | undefined }) {
  return named === null || named === undefined || named === '' ? null : String(named)
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

const refund = z.object({ id: identifier, amount, status: z.nullish(z.string()) })

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

/** Null for what is no instant, or is one of a year that the database has no way to write: the payment has none, or cannot be read without it. */
function instantOf(text: string | null | undefined): string | null {
  if (!text) return null
  try {
    const instant = toInstant(text)
    return WRITABLE_YEAR.test(instant) ? instant : null
  } catch {
    return null
  }
}
