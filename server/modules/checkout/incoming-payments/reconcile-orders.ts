/** Asks the provider about orders of which it has sent no notification (rule R10.4). */
import { ProviderUnavailable } from '#server/adapters/payments/port.ts'
import type { App } from '#server/context.ts'
import { claimChecks, forgetNotifications } from '#server/modules/payments/store.ts'
import { closeReplacedCheckouts } from './close-replaced-checkouts.ts'
import { syncPayments } from './sync-payments.ts'

const PER_RUN = 500
const SIDE_BY_SIDE = 10

/** One round: every order whose turn it is, ten at a time. An order that fails has its next turn later and stops no other. */
export async function reconcileOrders(app: App): Promise<void> {
  const orderIds = await claimChecks(app, PER_RUN)
  const next = orderIds.values()
  const worker = async () => {
    for (const orderId of next) {
      try {
        await syncPayments(app, orderId)
      } catch (error) {
        if (!(error instanceof ProviderUnavailable))
          app.log.error({ err: error, orderId }, 'order could not be reconciled')
        else app.log.warn({ err: error, orderId }, 'the provider could not be asked about an order')
      }
    }
  }
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, worker))
  // Last, because closing a checkout can wait and costs nothing when it fails.
  await closeReplacedCheckouts(app)
  await forgetNotifications(app)
}
