/** The end of a notification. */
import type { App } from '#server/context.ts'
import { deleteOldNotifications, setHandled } from './store.ts'

/** Notes what became of it, in one of a few fixed words. */
export async function settleNotification(app: App, id: string, outcome: string): Promise<void> {
  await setHandled(app, id, outcome)
}

/** Forgets notifications older than 90 days, and handled hints older than a day. */
export async function forgetNotifications(app: App): Promise<void> {
  await deleteOldNotifications(app)
}
