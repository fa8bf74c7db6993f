/** A hold that its buyer lets go of. */
import { inTransaction, type App } from '#server/context.ts'
import { orderTopics, publishChange } from '#server/shared/publish-change.ts'
import { Failure } from '#server/shared/failure.ts'
import { isUnpaid } from '../order.ts'
import { endUnpaid, lockOrder } from '../store.ts'
import type { LinkedOrderId, OwnOrderId } from '../queries.ts'

/**
 * Ends an unpaid order and gives its places back; its checkout is closed at the provider by `checkout.reconcile`, and a payment that comes
 * all the same is a late one. Again, it does nothing. Throws `order_not_payable` for an order that was paid.
 */
export async function giveUpOrder(app: App, publicId: OwnOrderId | LinkedOrderId): Promise<void> {
  await inTransaction(app, async (app) => {
    const order = await lockOrder(app, { publicId })
    if (!order) throw new Failure('order_not_found')
    if (order.state === 'cancelled' || order.state === 'expired') return
    if (!isUnpaid(order.state)) throw new Failure('order_not_payable')
    await endUnpaid(app, order.id, 'cancelled', 'order.give_up')
    app.afterCommit(({ bus }) => publishChange(bus, orderTopics(order)))
  })
}
