/** What came free goes to those who wait, in their order. */
import { inTransaction, type App } from '#server/context.ts'
import { codeOf } from '#server/db/connection-loss.ts'
import { openChannels } from '#server/modules/notifications/send-message.ts'
import { eventTopics, hint } from '#server/shared/hints.ts'
import { closesAtMs, decideOffers, offerUntilMs } from './offers.ts'
import { listEventsToServe, listShutOut } from './queries.ts'
import { changeLine, lockLine } from './store.ts'

/** Of each type's line in one transaction. */
const PER_ROUND = 100
const LOCK_NOT_AVAILABLE = '55P03'

/**
 * One look at every line, event by event: offers whose time is over end, closed lines end, and what is free is offered. An offer
 * is made, its place kept and its notice queued in one transaction, so that a look that dies half-way is made again by the next.
 * An event that cannot be served is logged, and the look goes on with the next one.
 */
export async function offerPlaces(app: App): Promise<void> {
  for (const event of await listEventsToServe(app)) {
    if (!event.isEnding && offerUntilMs(event.atMs, closesAtMs(event)) === null) continue
    try {
      if ((await serveEvent(app, event.eventId)) > 0) hint(app.bus, eventTopics(event))
    } catch (error) {
      const isLocked = codeOf(error) === LOCK_NOT_AVAILABLE
      app.log[isLocked ? 'warn' : 'error']({ err: error, eventId: event.eventId }, 'a waiting list could not be served')
    }
  }
}

/** Gives how many entries changed. */
async function serveEvent(app: App, eventId: string): Promise<number> {
  let total = 0
  for (;;) {
    const changed = await serveLine(app, eventId)
    total += changed
    if (changed < PER_ROUND) return total
  }
}

async function serveLine(app: App, eventId: string): Promise<number> {
  return inTransaction(app, async (app) => {
    const facts = await lockLine(app, eventId, PER_ROUND)
    if (!facts) return 0
    const { ended, offered, shutOut, untilMs } = decideOffers(facts)
    await changeLine(app, { eventId, atMs: facts.atMs, ended, offered, untilMs })
    for (const { id } of offered) {
      for (const channel of openChannels(app)) {
        await app.queue.enqueue(app, 'waiting-list.tell-offer', { entryId: id, channel })
      }
    }
    for (const entryId of await listShutOut(app, shutOut)) {
      for (const channel of openChannels(app))
        await app.queue.enqueue(app, 'waiting-list.tell-closed', { entryId, channel })
    }
    return ended.length + offered.length
  })
}
