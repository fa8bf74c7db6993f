/** The turns and the end of notifications. */
import type { App } from '#server/context.ts'
import { workOff } from '#server/jobs/work-off.ts'
import { createBatcher } from '#server/shared/batch.ts'
import {
  claimNotifications,
  deleteOldNotifications,
  notificationLease,
  settleNotifications,
  type ClaimedNotification,
  type HandledNotification,
} from './store.ts'

export type { ClaimedNotification }

/**
 * Has every notification whose turn it is applied, `atOnce` side by side: `apply` gives one of a few fixed words, or throws to
 * have it tried again, later each time. What ends together is noted by one statement. Gives how many they were.
 */
export function takeTurns(
  app: App,
  atOnce: number,
  apply: (notification: ClaimedNotification) => Promise<string>,
  stopping?: AbortSignal,
): Promise<number> {
  const handled = createBatcher<HandledNotification, null>({
    async run(ends) {
      await settleNotifications(app, ends)
      return ends.map(() => null)
    },
    maxSize: atOnce,
    maxQueue: atOnce,
  })
  return workOff(app, notificationLease, {
    atOnce,
    stopping,
    claim: (limit) => claimNotifications(app, limit),
    handle: async (claimed) => handled.add([claimed, await apply(claimed)]),
  })
}

/** Forgets notifications older than 90 days, and handled hints older than a day. */
export async function forgetNotifications(app: App): Promise<void> {
  await deleteOldNotifications(app)
}
