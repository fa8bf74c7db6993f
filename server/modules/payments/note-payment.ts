/** What is learnt of a payment. Call these in the transaction that has locked its order. */
import type { RawBuilder } from 'kysely'
import type { ProviderPayment } from '#server/adapters/payments/port.ts'
import type { Core, Tx } from '#server/context.ts'
import { audit, auditRows, SYSTEM, type AuditEntry } from '#server/db/audit.ts'
import {
  addRefunded,
  askLess,
  insertApplied,
  insertPayment,
  lockPayment,
  setApplied,
  updatePayment,
  type NewPayment,
  type StoredPayment,
} from './store.ts'

export type NotedPayment = StoredPayment

/**
 * Keeps what the provider says of one payment of this order; `known` is what the caller knows of it and found older than
 * that (invariant M3), or null.
 */
export async function notePayment(
  app: Tx,
  orderId: string,
  told: ProviderPayment,
  known: NotedPayment | null,
): Promise<NotedPayment> {
  await audit(app, SYSTEM, noteOf(orderId, told, known))
  if (!known) return insertPayment(app, orderId, told)
  await updatePayment(app, known.id, told)
  return {
    ...known,
    status: told.status,
    lastUpdatedAt: told.lastUpdatedAt,
    providerFeeCents: told.feeCents ?? known.providerFeeCents,
  }
}

function noteOf(orderId: string, told: ProviderPayment, known: NotedPayment | null): AuditEntry {
  return {
    action: 'payment.note',
    objectType: 'order',
    objectId: orderId,
    ...(known ? { before: { status: known.status } } : {}),
    after: { providerPaymentId: told.id, status: told.status, amountCents: told.amountCents },
  }
}

/**
 * The statements that keep payments which are told for the first time and have paid their orders, for the transaction that
 * confirms those together.
 */
export function approvedPayments(payments: readonly NewPayment[]): RawBuilder<unknown>[] {
  return [
    insertApplied(payments),
    askLess(payments.map(({ orderId }) => orderId)),
    auditRows(
      SYSTEM,
      payments.map(({ orderId, told }) => noteOf(orderId, told, null)),
    ),
  ]
}

/** This payment paid its order. Only one can: a second breaks a unique index. */
export async function noteApplied(app: Core, paymentId: string): Promise<void> {
  await setApplied(app, paymentId)
}

/** What is known to have gone back of a payment, in centavos; its row stays locked, so that nobody else learns more of it meanwhile. */
export async function lockRefunded(app: Core, providerPaymentId: string): Promise<number> {
  const payment = await lockPayment(app, providerPaymentId)
  if (!payment) throw new Error(`No payment ${providerPaymentId} was noted`)
  return payment.refundedCents
}

/** So many centavos of this payment went back. More than it was breaks a check (invariant M6). */
export async function noteRefunded(app: Core, paymentId: string, amountCents: number): Promise<void> {
  await addRefunded(app, paymentId, amountCents)
}
