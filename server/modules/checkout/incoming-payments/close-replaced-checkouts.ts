/** Checkouts of orders that were replaced take no more payments. */
import { ProviderUnavailable } from '#server/adapters/payments/port.ts'
import type { App } from '#server/context.ts'
import { findCollector } from '#server/modules/companies/payment-account/queries.ts'
import { markClosed } from '#server/modules/payments/store.ts'
import { listCheckoutsToClose } from './queries.ts'

const PER_RUN = 50

/**
 * Closes them at the provider. A payment that arrives anyway is applied while there are places, else refunded; so a
 * provider that is down costs only a retry.
 */
export async function closeReplacedCheckouts(app: App): Promise<void> {
  for (const { orderId, attempt, companyId, collectorId, checkoutId } of await listCheckoutsToClose(app, PER_RUN)) {
    try {
      const account = await findCollector(app, { companyId, collectorId })
      if (account) await app.vendors.payments.expireCheckout(account, checkoutId)
      await markClosed(app, orderId, attempt)
    } catch (error) {
      const isAway = error instanceof ProviderUnavailable
      app.log[isAway ? 'warn' : 'error']({ err: error, orderId }, 'checkout could not be closed')
      if (isAway && !error.retryable) await markClosed(app, orderId, attempt)
    }
  }
}
