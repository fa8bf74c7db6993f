/** What was written down of messages to somebody who leaves. */
import type { App } from '#server/context.ts'
import { forgetDeliveries, forgetInbox } from './store.ts'

/** Forgets what vendors said of deliveries to this holder, and the development inbox of these addresses. Repeatable. */
export async function forgetRecipient(app: App, holderId: string, addresses: readonly string[]): Promise<void> {
  await forgetDeliveries(app, holderId)
  await forgetInbox(app, addresses)
}
