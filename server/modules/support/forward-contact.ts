/** Sends a contact message to the support's mailbox. */
import { brand } from '#contract/brand.ts'
import type { App } from '#server/context.ts'
import { sendMessage } from '#server/modules/notifications/send-message.ts'
import { contactMail } from './messages.ts'
import { findUnsentContact } from './queries.ts'
import { markSent } from './store.ts'

/** Once per message. Throws when the mail host is away or refuses, to be tried again: nothing that people write is lost. */
export async function forwardContact(app: App, contactId: string): Promise<void> {
  const contact = await findUnsentContact(app, contactId)
  if (!contact) return
  const outcome = await sendMessage(app, { channel: 'mail', ...contactMail(brand.supportMail, contact) })
  if ('refused' in outcome) throw new Error(`The support's mailbox refused a message: ${outcome.refused}`)
  await markSent(app, contactId)
}
