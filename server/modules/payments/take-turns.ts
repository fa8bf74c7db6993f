/** The turns of notifications. */
import type { App } from '#server/context.ts'
import { drainLeases } from '#server/jobs/drain-leases.ts'
import { createBatcher } from '#server/shared/batch.ts'
import {
  claimNotifications,
  notificationLease,
  completeNotifications,
  type ClaimedNotification,
  type HandledNotification,
} from './store.ts'

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
      await completeNotifications(app, ends)
      return ends.map(() => null)
    },
    maxSize: atOnce,
    maxQueue: atOnce,
  })
  return drainLeases(app, notificationLease, {
    atOnce,
    stopping,
    claim: (limit) => claimNotifications(app, limit),
    handle: async (claimed) => handled.add([claimed, await apply(claimed)]),
  })
}
