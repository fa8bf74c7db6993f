/** Holds whose time is over give their places back; free orders that a crash left behind get their tickets. */
import type { App } from '#server/context.ts'
import { confirmFreeOrder } from './confirm-order.ts'
import { listForgottenFreeOrders } from './queries.ts'
import { endExpired } from './store.ts'

const PER_ROUND = 500
const FREE_PER_RUN = 100

/** One sweep; gives how many holds it ended. Orders that are being paid or replaced this moment are left to whoever does it. */
export async function expireOrders(app: App): Promise<number> {
  let total = 0
  for (;;) {
    const ended = await endExpired(app, PER_ROUND)
    total += ended
    if (ended < PER_ROUND) break
  }
  for (const orderId of await listForgottenFreeOrders(app, FREE_PER_RUN)) await confirmForgotten(app, orderId)
  return total
}

/** One that cannot be confirmed stops no other; its hold ends in time. */
async function confirmForgotten(app: App, orderId: string): Promise<void> {
  try {
    await confirmFreeOrder(app, orderId)
  } catch (error) {
    app.log.error({ err: error, orderId }, 'free order could not be confirmed')
  }
}
