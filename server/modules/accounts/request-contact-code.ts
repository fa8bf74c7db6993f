/** A code to prove that a mail or phone is one's own (behaviour.md §1). */
import type { Answer } from '#contract/endpoint.ts'
import type { ContactKind, requestContactCode as endpoint } from '#contract/accounts-credentials.ts'
import { maskMail, maskPhone } from '#contract/phone.ts'
import { inTransaction, type App } from '#server/context.ts'
import { takeCodeBudget } from '#server/modules/notifications/take-code-budget.ts'
import type { Actor } from '#server/shared/actor.ts'
import { Failure } from '#server/shared/failure.ts'
import { CODE_SECONDS } from './contact-code.ts'
import { findContacts } from './queries.ts'
import { isEstablished } from './queries-devices.ts'

/**
 * Has a code sent to the contact that waits to be proved, else to the present one. Of a phone whose codes are spent for
 * strangers (`takeCodeBudget`) it goes to their mail and proves that: the answer says which. Throws `contact_missing`,
 * `whatsapp_off` for a phone while nothing leaves by WhatsApp, or for nobody unknown any more today who has no mail;
 * `too_many_requests`.
 */
export async function requestContactCode(
  app: App,
  actor: Actor,
  wanted: ContactKind,
): Promise<Answer<typeof endpoint>> {
  const { userId, origin } = actor
  const contacts = { phone: await contactOf(app, userId, 'phone'), mail: await contactOf(app, userId, 'mail') }
  if (!contacts[wanted].contact) throw new Failure('contact_missing')
  // A mail would prove the mailbox, not the phone.
  if (wanted === 'phone' && !app.whatsapp.isOn) throw new Failure('whatsapp_off')
  const isKnown = await isEstablished(app, userId, origin.device)
  /** Each channel in a transaction of its own: limits are always taken in the same order. */
  const send = (kind: ContactKind) =>
    inTransaction(app, async (app) => {
      const { contact, isPresent } = contacts[kind]
      const channel = kind === 'phone' ? 'whatsapp' : 'mail'
      if (!contact) return null
      if (!(await takeCodeBudget(app, { channel, contact, userId, origin, isKnown, isPresent }))) return null
      await app.queue.enqueue(app, 'accounts.send-code', { userId, kind, contact })
      return kind
    })
  const kind = (await send(wanted)) ?? (wanted === 'phone' ? await send('mail') : null)
  if (!kind) throw new Failure('whatsapp_off')
  const contact = contacts[kind].contact ?? ''
  const sentTo = kind === 'mail' ? maskMail(contact) : maskPhone(contact)
  return {
    status: 'success',
    message: `Te enviamos un código a ${sentTo}. Vale 10 minutos.`,
    kind,
    sentTo,
    expiresInSeconds: CODE_SECONDS,
  }
}

/** The one that waits to be proved, else the present one. */
async function contactOf(app: App, userId: string, kind: ContactKind) {
  const { present, pending } = await findContacts(app, userId, kind)
  return { contact: pending ?? present, isPresent: pending === null }
}
