/** The unpaid orders of an event that sells no more end, whatever time they had left. */
import type { App } from '#server/context.ts'
import { orderTopics, publishChange } from '#server/shared/publish-change.ts'
import { closeReplacedCheckouts } from '../incoming-payments/close-replaced-checkouts.ts'
import { endHolds } from '../store.ts'

const PER_ROUND = 100

/**
 * Ends them in rounds and frees their places; then closes their checkouts at the provider. A second run finds nothing to do.
 * Throws when an order is locked for too long, so that the job is retried. The job `checkout.end-sale`.
 */
export async function endSale(app: App, eventId: string): Promise<void> {
  for (;;) {
    const ended = await endHolds(app, eventId, PER_ROUND)
    for (const { companyId, buyerId } of ended) publishChange(app.bus, orderTopics({ eventId, companyId, buyerId }))
    if (ended.length < PER_ROUND) break
  }
  await closeReplacedCheckouts(app)
}
