/** An order becomes tickets. The one way there is, for money and for free. */
import type { OrderState } from '#contract/checkout.ts'
import { inTransaction, type App } from '#server/context.ts'
import { audit, SYSTEM } from '#server/db/audit.ts'
import { providerFeeEntries, saleEntries } from '#server/modules/ledger/entry.ts'
import { recordEntries } from '#server/modules/ledger/record-entries.ts'
import { confirmPlaces } from '#server/modules/stock/confirm-places.ts'
import { issueTickets } from '#server/modules/tickets/issue-tickets.ts'
import { isUnpaid, mayBecome } from './order.ts'
import { listLines } from './queries.ts'
import { lockOrder, setPaid, takeAgain, type LockedOrder } from './store.ts'

export interface ApplyingPayment {
  readonly id: string
  readonly providerFeeCents: number
}

/**
 * Makes a locked order paid, its places sold and its tickets issued, in the transaction that holds its row; the messages
 * leave with it. An order that has ended takes its places again first: false, with nothing done, when it cannot.
 */
export async function confirmOrder(app: App, order: LockedOrder, payment: ApplyingPayment | null): Promise<boolean> {
  if (!mayBecome(order.state, 'paid')) return false
  const isHeld = isUnpaid(order.state)
  if (!isHeld && !(await takeAgain(app, order.id))) return false
  const { id: orderId, eventId, companyId, buyerId } = order
  const lines = await listLines(app, orderId)
  await setPaid(app, orderId)
  await recordEntries(app, { companyId, eventId, orderId, ...(payment ? { paymentId: payment.id } : {}) }, [
    ...saleEntries({
      priceCents: order.subtotalCents,
      feeCents: order.feeCents,
      commissionCents: order.commissionCents,
    }),
    ...providerFeeEntries(payment?.providerFeeCents ?? 0),
  ])
  await issueTickets(app, { orderId, eventId, buyerId, lines, kind: order.totalCents > 0 ? 'paid' : 'free' })
  await audit(app, SYSTEM, {
    action: 'order.confirm',
    objectType: 'order',
    objectId: orderId,
    before: { state: order.state },
    after: { state: 'paid', paidCents: order.totalCents, paymentId: payment?.id ?? null },
  })
  // Last, because every sale of a hot type waits for this row.
  if (isHeld)
    await confirmPlaces(
      app,
      lines.map(({ typeId, quantity }) => ({ eventId, buyerId, typeId, quantity })),
    )
  return true
}

/**
 * Confirms an order that costs nothing, right after it was placed or when a crash came in between; gives the state it
 * has afterwards. Repeating it changes nothing.
 */
export async function confirmFreeOrder(app: App, orderId: string): Promise<OrderState> {
  return inTransaction(app, async (app) => {
    const order = await lockOrder(app, { id: orderId })
    if (!order || order.totalCents > 0) throw new Error(`${orderId} is not a free order`)
    return (await confirmOrder(app, order, null)) ? 'paid' : order.state
  })
}
