/** A paid order becomes tickets. What costs nothing has them from the batch that places it (place-orders.ts). */
import type { App } from '#server/context.ts'
import { audit, SYSTEM } from '#server/db/audit.ts'
import { providerFeeEntries, saleEntries } from '#server/modules/ledger/entry.ts'
import { recordEntries } from '#server/modules/ledger/record-entries.ts'
import { confirmPlaces } from '#server/modules/stock/confirm-places.ts'
import { issueTickets } from '#server/modules/tickets/issue-tickets.ts'
import { isUnpaid, mayBecome } from './order.ts'
import { listLines } from './queries.ts'
import { setPaid, takeAgain, type LockedOrder } from './store.ts'

export interface ApplyingPayment {
  readonly id: string
  readonly providerFeeCents: number
}

/**
 * Makes a locked order paid, its places sold and its tickets issued, in the transaction that holds its row; the messages
 * leave with it. An order that has ended takes its places again first: false, with nothing done, when it cannot.
 */
export async function confirmOrder(app: App, order: LockedOrder, payment: ApplyingPayment): Promise<boolean> {
  if (!mayBecome(order.state, 'paid')) return false
  const isHeld = isUnpaid(order.state)
  if (!isHeld && !(await takeAgain(app, order.id))) return false
  const { id: orderId, eventId, companyId, buyerId } = order
  const lines = await listLines(app, orderId)
  await setPaid(app, orderId)
  await recordEntries(app, { companyId, eventId, orderId, paymentId: payment.id }, [
    ...saleEntries({
      priceCents: order.subtotalCents,
      feeCents: order.feeCents,
      commissionCents: order.commissionCents,
    }),
    ...providerFeeEntries(payment.providerFeeCents),
  ])
  await issueTickets(app, { orderId, eventId, buyerId, lines, kind: 'paid' })
  await audit(app, SYSTEM, {
    action: 'order.confirm',
    objectType: 'order',
    objectId: orderId,
    before: { state: order.state },
    after: { state: 'paid', paidCents: order.totalCents, paymentId: payment.id },
  })
  // Last, because every sale of a hot type waits for this row.
  if (isHeld)
    await confirmPlaces(
      app,
      lines.map(({ typeId, quantity }) => ({ eventId, buyerId, typeId, quantity })),
      order.isUnproved,
    )
  return true
}
