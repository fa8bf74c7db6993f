/** Writes what we learn of a payment. Call these in the transaction that has locked its order. */
import type { RawBuilder } from 'kysely'
import type { ProviderPayment } from '#server/adapters/payments/port.ts'
import type { Core, Tx } from '#server/context.ts'
import { auditRows, SYSTEM, type AuditEntry } from '#server/db/audit.ts'
import {
  slowDownChecks,
  insertApplied,
  insertPayment,
  lockPayment,
  updatePayment,
  type NewPayment,
  type StoredPayment,
} from './store.ts'

/**
 * Writes the provider's payment to this order. `known` is our row of it, which the caller found older (invariant M3), or null
 * when we have none.
 */
export async function recordPayment(
  app: Tx,
  orderId: string,
  providerPayment: ProviderPayment,
  known: StoredPayment | null,
): Promise<StoredPayment> {
  await auditRows(SYSTEM, [auditOf(orderId, providerPayment, known)]).execute(app.db)
  if (!known) return insertPayment(app, orderId, providerPayment)
  await updatePayment(app, known.id, providerPayment)
  return {
    ...known,
    status: providerPayment.status,
    lastUpdatedAt: providerPayment.lastUpdatedAt,
    providerFeeCents: providerPayment.feeCents ?? known.providerFeeCents,
  }
}

function auditOf(orderId: string, payment: ProviderPayment, known: StoredPayment | null): AuditEntry {
  const { id: providerPaymentId, status, amountCents } = payment
  return {
    action: 'payment.note',
    object: ['order', orderId],
    ...(known ? { before: { status: known.status } } : {}),
    after: { providerPaymentId, status, amountCents },
  }
}

/**
 * The statements that write payments which the provider reports for the first time and which have paid their orders. The
 * transaction that confirms those orders together sends them.
 */
export function approvedPayments(payments: readonly NewPayment[]): RawBuilder<unknown>[] {
  return [
    insertApplied(payments),
    slowDownChecks(payments.map(({ orderId }) => orderId)),
    auditRows(
      SYSTEM,
      payments.map(({ orderId, providerPayment }) => auditOf(orderId, providerPayment, null)),
    ),
  ]
}

/** A payment that we recorded. Its row stays locked, so that no other transaction writes what returned of it. */
export async function lockPaymentRow(app: Core, providerPaymentId: string): Promise<StoredPayment> {
  const payment = await lockPayment(app, providerPaymentId)
  if (!payment) throw new Error(`No payment ${providerPaymentId} was recorded`)
  return payment
}
