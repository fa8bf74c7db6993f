/** The turns and the end of notifications. */
import type { App } from '#server/context.ts'
import { claimNotifications, deleteOldNotifications, endAttempts, type ClaimedNotification } from './store.ts'

/** Longer than the provider may take with all its retries. */
const CLAIM_SECONDS = 300
const FIRST_SECONDS = 2
const LONGEST_SECONDS = 3600
/** Some four hours; the reconciler finds payments in any case. */
const MOST_ATTEMPTS = 13

export type { ClaimedNotification }

/**
 * Takes up to `limit` notifications whose turn it is, has each applied, side by side, and notes how that ended: `apply` gives
 * one of a few fixed words, or throws to have it tried again, later each time. Gives how many they were.
 */
export async function takeTurns(
  app: App,
  limit: number,
  apply: (notification: ClaimedNotification) => Promise<string>,
): Promise<number> {
  const claimed = await claimNotifications(app, { limit, forSeconds: CLAIM_SECONDS })
  const ends = await Promise.all(
    claimed.map(async (notification) => {
      const { id, attempts } = notification
      try {
        return { id, attempts, outcome: await apply(notification) }
      } catch (error) {
        const isLast = attempts >= MOST_ATTEMPTS
        app.log[isLast ? 'error' : 'warn'](
          { err: error, notification: id, attempt: attempts },
          'a notification was not applied',
        )
        if (isLast) return { id, attempts, outcome: 'given_up' }
        return { id, attempts, againInSeconds: Math.min(FIRST_SECONDS * 2 ** (attempts - 1), LONGEST_SECONDS) }
      }
    }),
  )
  if (ends.length > 0) await endAttempts(app, ends)
  return ends.length
}

/** Forgets notifications older than 90 days, and handled hints older than a day. */
export async function forgetNotifications(app: App): Promise<void> {
  await deleteOldNotifications(app)
}
