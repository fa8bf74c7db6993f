/** The tickets of an order without a session are sent once more. */
import { inTransaction, type App } from '#server/context.ts'
import { audit } from '#server/db/audit.ts'
import { resendOrder } from '#server/modules/tickets/delivery/resend-order.ts'
import type { RequestOrigin } from '#server/shared/actor.ts'
import { findOrder } from '../queries.ts'

/**
 * Sends the tickets that the order's buyer still has to the contacts that they are sent to anyway, in one message. Whoever holds the
 * order's id may ask, so nothing is said of whether anything left.
 */
export async function resendGuestOrder(app: App, publicId: string, origin: RequestOrigin): Promise<void> {
  await inTransaction(app, async (app) => {
    const order = await findOrder(app, publicId)
    if (!order?.isOpenByToken) return
    const tickets = await resendOrder(app, order.id)
    if (tickets > 0)
      await audit(app, { userId: null, origin }, 'order.resend', ['order', order.id], { after: { tickets } })
  })
}
