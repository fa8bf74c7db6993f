/** Notifies the owners of a company of what commercials changed of an event, by two mails in ten minutes at most. */
import type { App, Tx } from '#server/context.ts'
import { listOwners } from '#server/modules/companies/payment-account/queries.ts'
import { defineNotification, notify } from '#server/modules/notifications/notify.ts'
import { addSeconds, fromEpochMs, isBefore, secondsBetween, toEpochMs } from '#server/shared/clock.ts'
import { listCategories } from '../queries.ts'
import { changedByCommercialMail } from './messages.ts'
import { findCommercialChanges, getChangeInstant } from './queries-changes.ts'

/** The first mail waits for the other calls of one save; what follows in the same ten minutes goes together at their end. */
const SETTLE_SECONDS = 20
const STRETCH_SECONDS = 600
/** A change is dated when its transaction begins and visible when it commits: a mail waits that much longer. */
const GRACE_SECONDS = 5

interface Stretch {
  readonly from: string
  readonly until: string
}
interface About extends Stretch {
  readonly companyId: string
  readonly userId: string
  readonly eventId: string
}

export const changedByCommercial = defineNotification('events.changed-by-commercial', {
  async find(app: App, { companyId, userId, ...of }: About) {
    const owner = (await listOwners(app, companyId)).find(({ id }) => id === userId)
    const changes = owner && (await findCommercialChanges(app, of))
    if (!owner || !changes) return undefined
    return { name: owner.name, mail: owner.mail, ...changes, categories: await listCategories(app) }
  },
  mail: changedByCommercialMail,
})

/** Call it in the transaction of the change. */
export async function notifyCommercialChange(
  app: Tx,
  { companyId, eventId, changeId }: { companyId: string; eventId: string; changeId: number },
): Promise<void> {
  const at = await getChangeInstant(app, changeId)
  const stretches = stretchesOf(at)
  for (const { id: userId } of await listOwners(app, companyId)) {
    for (const [place, { from, until }] of stretches.entries()) {
      // The first change of ten minutes enqueues both; the keys of the others are taken.
      const key = `${eventId}-${userId}-${stretches[0].from}-${place}`
      const delaySeconds = Math.ceil(secondsBetween(at, until)) + GRACE_SECONDS
      await notify(app, changedByCommercial, { companyId, userId, eventId, from, until }, key, delaySeconds)
    }
  }
}

/** Splits the ten minutes of a change: until the first mail, and the rest of them where any is left. */
function stretchesOf(firstAt: string): readonly [Stretch, ...Stretch[]] {
  const from = fromEpochMs(Math.floor(toEpochMs(firstAt) / (STRETCH_SECONDS * 1000)) * STRETCH_SECONDS * 1000)
  const end = addSeconds(from, STRETCH_SECONDS)
  const settled = addSeconds(firstAt, SETTLE_SECONDS)
  return isBefore(settled, end)
    ? [
        { from, until: settled },
        { from: settled, until: end },
      ]
    : [{ from, until: end }]
}
