/** Refunds made outside Previa: by the seller in their own account, or by the bank. */
import type { Tx } from '#server/context.ts'
import { audit, SYSTEM } from '#server/db/audit.ts'
import type { Entry } from '#server/modules/ledger/entry.ts'
import { recordEntries } from '#server/modules/ledger/store.ts'
import { newId } from '#server/shared/ids.ts'
import { recordRefunded } from '../store.ts'
import { insertRefund } from './store.ts'

export interface ExternalRefund {
  readonly orderId: string
  readonly paymentId: string
  readonly companyId: string
  readonly eventId: string
  readonly amountCents: number
  readonly source: 'organizer' | 'chargeback'
  /** Shares of the amount, in centavos that add up to it. */
  readonly entries: readonly Entry[]
}

/** Writes down what already happened; call it in the transaction that has locked the order. */
export async function recordExternalRefund(app: Tx, refund: ExternalRefund): Promise<void> {
  const { entries, companyId, eventId, ...row } = refund
  const id = newId()
  await insertRefund(app, { ...row, id, state: 'external', providerKey: `external-${id}`, reason: null })
  await recordRefunded(app, refund.paymentId, refund.amountCents)
  const { orderId, paymentId } = refund
  await recordEntries(app, { companyId, eventId, orderId, paymentId, refundId: id }, entries)
  await audit(app, SYSTEM, 'refund.external', ['order', orderId], { after: { refundId: id, ...row } })
}
