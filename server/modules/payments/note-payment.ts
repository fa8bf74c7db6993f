/** What is learnt of a payment. Call these in the transaction that has locked its order. */
import type { ProviderPayment } from '#server/adapters/payments/port.ts'
import type { App } from '#server/context.ts'
import { audit, SYSTEM } from '#server/db/audit.ts'
import { isNews } from './payment.ts'
import { addRefunded, insertPayment, lockPayment, setApplied, updatePayment, type StoredPayment } from './store.ts'

export interface NotedPayment extends StoredPayment {
  /** False when we knew as much or more: its status then stays as it is. */
  readonly isNews: boolean
}

/** Keeps what the provider says of one payment of this order, unless something newer is known (invariant M3). */
export async function notePayment(app: App, orderId: string, told: ProviderPayment): Promise<NotedPayment> {
  const known = await lockPayment(app, told.id)
  if (known && !isNews(known, told)) return { ...known, isNews: false }
  await audit(app, SYSTEM, {
    action: 'payment.note',
    objectType: 'order',
    objectId: orderId,
    ...(known ? { before: { status: known.status } } : {}),
    after: { providerPaymentId: told.id, status: told.status, amountCents: told.amountCents },
  })
  if (!known) return { ...(await insertPayment(app, orderId, told)), isNews: true }
  await updatePayment(app, known.id, told)
  return {
    ...known,
    status: told.status,
    lastUpdatedAt: told.lastUpdatedAt,
    providerFeeCents: told.feeCents ?? known.providerFeeCents,
    isNews: true,
  }
}

/** This payment paid its order. Only one can: a second breaks a unique index. */
export async function noteApplied(app: App, paymentId: string): Promise<void> {
  await setApplied(app, paymentId)
}

/** What is known to have gone back of a payment, in centavos; its row stays locked, so that nobody else learns more of it meanwhile. */
export async function lockRefunded(app: App, providerPaymentId: string): Promise<number> {
  const payment = await lockPayment(app, providerPaymentId)
  if (!payment) throw new Error(`No payment ${providerPaymentId} was noted`)
  return payment.refundedCents
}

/** So many centavos of this payment went back. More than it was breaks a check (invariant M6). */
export async function noteRefunded(app: App, paymentId: string, amountCents: number): Promise<void> {
  await addRefunded(app, paymentId, amountCents)
}
