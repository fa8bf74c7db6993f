/** Holds whose time is over give their places back. */
import type { App } from '#server/context.ts'
import { forEachIsolated } from '#server/jobs/for-each-isolated.ts'
import { eventTopics, publishChange } from '#server/shared/publish-change.ts'
import { listEventsWithEnded } from './queries.ts'
import { endExpired } from '../store.ts'

const PER_ROUND = 100

/**
 * One sweep, event by event; gives how many holds it ended. An order that is being paid or replaced this moment is left to that
 * transaction. An event whose holds cannot be ended is logged, and the sweep goes on with the next event.
 */
export async function expireOrders(app: App): Promise<number> {
  let total = 0
  await forEachIsolated(app, {
    items: await listEventsWithEnded(app),
    // A sale of the event at this moment ends them as well.
    async handle(event) {
      total += await expireOrdersOf(app, event.eventId)
      publishChange(app.bus, eventTopics(event))
    },
    logFields: ({ eventId }) => ({ eventId }),
    failed: 'the holds of an event could not be ended',
  })
  return total
}

async function expireOrdersOf(app: App, eventId: string): Promise<number> {
  let total = 0
  for (;;) {
    const ended = await endExpired(app, eventId, PER_ROUND)
    total += ended
    if (ended < PER_ROUND) return total
  }
}
