/** Asks the provider about orders of which it has sent no notification (rule R10.4). */
import { ProviderUnavailable } from '#server/adapters/payments/port.ts'
import type { App } from '#server/context.ts'
import { claimChecks, forgetNotifications } from '#server/modules/payments/store.ts'
import { runAtOnce } from '#server/shared/run-at-once.ts'
import { closeReplacedCheckouts } from './close-replaced-checkouts.ts'
import { syncPayments } from './sync-payments.ts'

const PER_RUN = 500
const AT_ONCE = 10

/** Asks about every order that is due, ten at a time. A failure stops no other order and is tried again later. */
export async function reconcileOrders(app: App): Promise<void> {
  await runAtOnce(await claimChecks(app, PER_RUN), AT_ONCE, async (orderId) => {
    try {
      await syncPayments(app, orderId)
    } catch (error) {
      if (!(error instanceof ProviderUnavailable))
        app.log.error({ err: error, orderId }, 'order could not be reconciled')
      else app.log.warn({ err: error, orderId }, 'the provider could not be asked about an order')
    }
  })
  // Last, because closing a checkout can wait and costs nothing when it fails.
  await closeReplacedCheckouts(app)
  await forgetNotifications(app)
}
