/** The contact messages of somebody who leaves. */
import type { App } from '#server/context.ts'
import { eraseContacts } from './store.ts'

/** Erases what a person wrote, signed in or under one of their mails; that a message came, when and about what, stays. Repeatable. */
export async function forgetSender(app: App, userId: string, mails: readonly string[]): Promise<void> {
  await eraseContacts(app, userId, mails)
}
