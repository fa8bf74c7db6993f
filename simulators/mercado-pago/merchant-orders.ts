/** Merchant orders: the vendor's own grouping of a preference's payments. */
import { toPesos } from '#contract/values/money.ts'
import type { Bearer } from './accounts.ts'
import { isExpired } from './preferences.ts'
import { Refusal, vendorTime, type Simulator } from './simulator.ts'
import type { Json, StoredPreference } from './state.ts'

/** `GET /merchant_orders/{id}`. */
export function getMerchantOrder(simulator: Simulator, bearer: Bearer, id: string): Json {
  const preference = ownPreferences(simulator, bearer).find((candidate) => candidate.merchantOrderId === id)
  if (!preference) throw new Refusal(404, 'not_found', 'merchant order not found')
  return merchantOrderJson(simulator, preference)
}

/** `GET /merchant_orders/search?preference_id=&external_reference=`. */
export function searchMerchantOrders(simulator: Simulator, bearer: Bearer, query: URLSearchParams): Json {
  const id = query.get('preference_id')
  const reference = query.get('external_reference')
  const found = ownPreferences(simulator, bearer)
    .filter((preference) => id === null || preference.id === id)
    .filter((preference) => reference === null || preference.body['external_reference'] === reference)
  return {
    elements: found.map((preference) => merchantOrderJson(simulator, preference)),
    next_offset: found.length,
    total: found.length,
  }
}

function ownPreferences(simulator: Simulator, bearer: Bearer): StoredPreference[] {
  return Object.values(simulator.state.preferences).filter((preference) => preference.ownerId === bearer.userId)
}

function merchantOrderJson(simulator: Simulator, preference: StoredPreference): Json {
  const payments = Object.values(simulator.state.payments).filter((payment) => payment.preferenceId === preference.id)
  const paid = payments.filter((payment) => payment.approvedAt !== null)
  const paidCents = paid.reduce((total, payment) => total + payment.amountCents, 0)
  const refundedCents = paid.reduce((total, payment) => total + payment.refundedCents, 0)
  const isPaid = paidCents - refundedCents >= preference.totalCents
  return {
    id: Number(preference.merchantOrderId),
    status: isPaid ? 'closed' : isExpired(simulator, preference) ? 'expired' : 'opened',
    order_status: isPaid ? 'paid' : payments.length > 0 ? 'payment_in_process' : 'payment_required',
    preference_id: preference.id,
    external_reference: preference.body['external_reference'] ?? '',
    payments: payments.map((payment) => ({
      id: Number(payment.id),
      status: payment.status,
      status_detail: payment.statusDetail,
      transaction_amount: toPesos(payment.amountCents),
      amount_refunded: toPesos(payment.refundedCents),
      currency_id: payment.currency,
    })),
    total_amount: toPesos(preference.totalCents),
    paid_amount: toPesos(paidCents),
    refunded_amount: toPesos(refundedCents),
    collector: { id: Number(preference.ownerId) },
    items: preference.body['items'],
    date_created: vendorTime(preference.createdAt),
    site_id: 'MLA',
  }
}
