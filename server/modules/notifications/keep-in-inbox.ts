/** Development keeps mails and WhatsApp messages instead of sending them; /dev/inbox shows them. */
import type { Db } from '#server/context.ts'
import type { InboxMessage } from '#server/shared/inbox.ts'
import { insertInboxMessage } from './store.ts'

/** Keeps one message; takes the bare database because the adapters that call it are made before the `App`. */
export function keepInInbox(db: Db): (message: InboxMessage) => Promise<void> {
  return (message) => insertInboxMessage(db, message)
}
