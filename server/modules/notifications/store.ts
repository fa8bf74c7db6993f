/** The only SQL that writes deliveries and the development inbox. */
import type { Db } from '#server/context.ts'
import type { InboxMessage } from '#server/shared/inbox.ts'

export async function insertInboxMessage(db: Db, message: InboxMessage): Promise<void> {
  await db
    .insertInto('dev_inbox')
    .values({
      channel: message.channel,
      recipient: message.recipient,
      subject: message.subject,
      html: message.html,
      body: message.body,
      attachments: JSON.stringify(message.attachments),
    })
    .execute()
}
