/** A code to prove that a mail or phone is one's own (behaviour.md §1). */
import type { Answer } from '#contract/endpoint.ts'
import type { ContactKind, requestContactCode as endpoint } from '#contract/accounts-credentials.ts'
import { maskMail, maskPhone } from '#contract/phone.ts'
import { inTransaction, type App } from '#server/context.ts'
import { takeOrRefuse } from '#server/db/limits.ts'
import type { Actor } from '#server/shared/actor.ts'
import { Failure } from '#server/shared/failure.ts'
import { CODE_SECONDS } from './contact-code.ts'
import { findContacts } from './queries.ts'

/**
 * Has a code sent to the contact that waits to be proved, else to the present one. Throws `contact_missing`,
 * `whatsapp_off` for a phone while nothing leaves by WhatsApp, `too_many_requests`.
 */
export async function requestContactCode(app: App, actor: Actor, kind: ContactKind): Promise<Answer<typeof endpoint>> {
  const { userId } = actor
  const { present, pending } = await findContacts(app, userId, kind)
  const contact = pending ?? present
  if (!contact) throw new Failure('contact_missing')
  // A mail would prove the mailbox, not the phone.
  if (kind === 'phone' && !app.whatsapp.isOn) throw new Failure('whatsapp_off')
  await inTransaction(app, async (app) => {
    await takeOrRefuse(app, 'code', contact)
    await app.queue.enqueue(app, 'accounts.send-code', { userId, kind, contact })
  })
  const sentTo = kind === 'mail' ? maskMail(contact) : maskPhone(contact)
  return {
    status: 'success',
    message: `Te enviamos un código a ${sentTo}. Vale 10 minutos.`,
    sentTo,
    expiresInSeconds: CODE_SECONDS,
  }
}
