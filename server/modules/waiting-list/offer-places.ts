/** What came free goes to those who wait, in their order. */
import { inTransaction, type App } from '#server/context.ts'
import { forEachIsolated } from '#server/jobs/for-each-isolated.ts'
import { notify } from '#server/modules/notifications/notify.ts'
import { eventTopics, publishChange } from '#server/shared/publish-change.ts'
import { listsClosed, placesOffered } from './notify-waiting.ts'
import { closesAtMs, decideOffers, offerUntilMs } from './offers.ts'
import { listEventsToServe } from './queries.ts'
import { changeLine, lockLine, noteUntold, takeUntold } from './store.ts'

/** Entries of a type in one transaction; people notified in one. */
const PER_ROUND = 100

/**
 * One look at every line, event by event: offers whose time is over end, closed lines end, and what is free is offered. An offer
 * is made, its place kept and its notice queued in one transaction, so that a look that dies half-way is made again by the next.
 * An event that cannot be served is logged, and the look goes on with the next one.
 */
export async function offerPlaces(app: App): Promise<void> {
  const events = await listEventsToServe(app)
  await forEachIsolated(app, {
    items: events.filter((event) => event.isEnding || offerUntilMs(event.atMs, closesAtMs(event)) !== null),
    async handle(event) {
      if ((await serveEvent(app, event.eventId)) > 0) publishChange(app.bus, eventTopics(event))
      await tellShutOut(app, event.eventId)
    },
    logFields: ({ eventId }) => ({ eventId }),
    failed: 'a waiting list could not be served',
  })
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
    for (const { id: entryId } of offered) await notify(app, placesOffered, { entryId }, entryId)
    await noteUntold(app, shutOut)
    return ended.length + offered.length
  })
}

/** Runs after all closing waitlists of the event are done: each person gets one notice of all of theirs (rule R19.6). */
async function tellShutOut(app: App, eventId: string): Promise<void> {
  for (;;) {
    const notified = await inTransaction(app, async (app) => {
      const people = await takeUntold(app, eventId, PER_ROUND)
      for (const { entryIds } of people) await notify(app, listsClosed, { entryIds }, `${entryIds[0]}`)
      return people.length
    })
    if (notified < PER_ROUND) return
  }
}
