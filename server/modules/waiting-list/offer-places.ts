/** What came free goes to those who wait, in their order. */
import { inTransaction, type App } from '#server/context.ts'
import { forEachIsolated } from '#server/jobs/for-each-isolated.ts'
import { notify } from '#server/modules/notifications/notify.ts'
import { eventTopics, publishChange } from '#server/shared/publish-change.ts'
import { listsClosed, placesOffered } from './notify-waiting.ts'
import { decideOffers, offerUntilMs } from './offers.ts'
import { listEventsToServe } from './queries.ts'
import { changeWaitlist, lockWaitlist, markNoticePending, claimPendingNotices } from './store.ts'

/** Entries of a type in one transaction; people notified in one. */
const PER_ROUND = 100

/**
 * Serves every waitlist, event by event: ends lapsed offers and closed waitlists, and offers free places. An offer, its hold and
 * its notice are written in one transaction, so that the next run repeats what a killed one left undone. An event that fails is
 * logged and skipped.
 */
export async function offerPlaces(app: App): Promise<void> {
  const events = await listEventsToServe(app)
  await forEachIsolated(app, {
    items: events.filter((event) => event.isEnding || offerUntilMs(event.atMs, event.closesAtMs) !== null),
    async handle(event) {
      if ((await serveEvent(app, event.eventId)) > 0) publishChange(app.bus, eventTopics(event))
      await notifyShutOut(app, event.eventId)
    },
    logFields: ({ eventId }) => ({ eventId }),
    failed: 'a waiting list could not be served',
  })
}

/** Gives how many entries changed. */
async function serveEvent(app: App, eventId: string): Promise<number> {
  let total = 0
  for (;;) {
    const changed = await serveWaitlist(app, eventId)
    total += changed
    if (changed < PER_ROUND) return total
  }
}

async function serveWaitlist(app: App, eventId: string): Promise<number> {
  return inTransaction(app, async (app) => {
    const facts = await lockWaitlist(app, eventId, PER_ROUND)
    if (!facts) return 0
    const { ended, offered, shutOut, untilMs } = decideOffers(facts)
    await changeWaitlist(app, { eventId, atMs: facts.atMs, ended, offered, untilMs })
    for (const { id: entryId } of offered) await notify(app, placesOffered, { entryId }, entryId)
    await markNoticePending(app, shutOut)
    return ended.length + offered.length
  })
}

/** Runs after all closing waitlists of the event are done: each person gets one notice of all of theirs (rule R19.6). */
async function notifyShutOut(app: App, eventId: string): Promise<void> {
  for (;;) {
    const notified = await inTransaction(app, async (app) => {
      const people = await claimPendingNotices(app, eventId, PER_ROUND)
      for (const { entryIds } of people) await notify(app, listsClosed, { entryIds }, `${entryIds[0]}`)
      return people.length
    })
    if (notified < PER_ROUND) return
  }
}
