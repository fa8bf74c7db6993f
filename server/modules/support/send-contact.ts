/** Keeps a message of the contact form; a job sends it to the support mailbox. */
import { brand } from '#contract/platform/brand.ts'
import type { Answer, ParsedInput } from '#contract/api/endpoint.ts'
import type { sendContact as sendContactEndpoint } from '#contract/platform/support.ts'
import { inTransaction, type App } from '#server/context.ts'
import { audit } from '#server/db/audit.ts'
import { sendMessage } from '#server/modules/notifications/send-message.ts'
import type { Actor, RequestOrigin } from '#server/shared/actor.ts'
import { newId } from '#server/shared/ids.ts'
import { contactMail } from './messages.ts'
import { findUnsentContact } from './queries.ts'
import { insertContact, markSent } from './store.ts'

/** What programs fill in is answered as everything else and kept nowhere. */
export async function sendContact(
  app: App,
  sender: { readonly actor: Actor | null; readonly origin: RequestOrigin },
  { website, ...contact }: ParsedInput<typeof sendContactEndpoint>['body'],
): Promise<Answer<typeof sendContactEndpoint>> {
  if (website) return { received: true }
  const id = newId()
  const userId = sender.actor?.userId ?? null
  await inTransaction(app, async (app) => {
    await insertContact(app, { ...contact, id, userId })
    const by = { userId, origin: sender.origin }
    await audit(app, by, 'support.contact', ['contact', id], { after: { topic: contact.topic } })
    await app.queue.enqueue(app, 'support.send-contact', { contactId: id })
  })
  return { received: true }
}

/** Once per message. Throws when the mail host is away or refuses, to be tried again: nothing that people write is lost. */
export async function forwardContact(app: App, contactId: string): Promise<void> {
  const contact = await findUnsentContact(app, contactId)
  if (!contact) return
  const outcome = await sendMessage(app, { channel: 'mail', ...contactMail(brand.supportMail, contact) })
  if ('refused' in outcome) throw new Error(`The support's mailbox refused a message: ${outcome.refused}`)
  await markSent(app, contactId)
}
