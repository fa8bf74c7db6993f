/** Ends the tickets that were never used. */
import { inTransaction, type App, type Tx } from '#server/context.ts'
import { audit, SYSTEM } from '#server/db/audit.ts'
import { forEachIsolated } from '#server/jobs/for-each-isolated.ts'
import { findEventsToExpire } from './queries.ts'
import { expireEvent } from './store.ts'

const EVENTS_PER_RUN = 50

/** Valid tickets of finished events become `expired` once the door has closed (rule R8.1); one transaction per event. */
export async function expireTickets(app: App): Promise<void> {
  await forEachIsolated(app, {
    items: await findEventsToExpire(app, EVENTS_PER_RUN),
    handle: (eventId) => inTransaction(app, (app) => expireTicketsOf(app, eventId)),
    logFields: (eventId) => ({ eventId }),
    failed: 'the tickets of an event could not be expired',
  })
}

async function expireTicketsOf(app: Tx, eventId: string): Promise<void> {
  const count = await expireEvent(app, eventId)
  if (count === null || count === 0) return
  await audit(app, SYSTEM, 'ticket.expire', ['event', eventId], {
    before: { state: 'valid' },
    after: { state: 'expired', tickets: count },
  })
}
