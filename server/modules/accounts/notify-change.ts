/** Tells people what changed of their account, where its owner before the change would read it. */
import type { JobPayloads } from '#server/jobs/catalogue.ts'
import type { App } from '#server/context.ts'
import { sendMessage, type OutgoingMessage } from '#server/modules/notifications/send-message.ts'
import {
  contactChangedMail,
  googleLinkedMail,
  mailTakenWhatsapp,
  passwordChangedMail,
  phoneChangedWhatsapp,
} from './messages.ts'
import { findReachable } from './queries.ts'

/** Sends one notice; nobody is told who cannot be reached. Throws when the vendor is away, to be tried again. */
export async function notifyChange(app: App, payload: JobPayloads['accounts.tell-change']): Promise<void> {
  const person = await findReachable(app, payload.userId)
  const message = person && messageOf(app, payload, person)
  if (!message) return
  const outcome = await sendMessage(app, message)
  if ('refused' in outcome) {
    app.log.warn({ userId: payload.userId, reason: outcome.refused }, 'a change of an account could not be told')
  }
}

function messageOf(
  app: App,
  { change, channel, messageId }: JobPayloads['accounts.tell-change'],
  person: { name: string; mail: string | null; phone: string | null },
): OutgoingMessage | null {
  const about = { publicUrl: app.config.publicUrl, name: person.name, idempotencyKey: `account-${messageId}` }
  if (change.what === 'password') {
    return person.mail ? { channel: 'mail', ...passwordChangedMail(person.mail, about) } : null
  }
  if (change.what === 'google') {
    return person.mail ? { channel: 'mail', ...googleLinkedMail(person.mail, about) } : null
  }
  if (change.what === 'mail-taken') {
    const { idempotencyKey } = about
    return person.phone
      ? { channel: 'whatsapp', ...mailTakenWhatsapp(person.phone, { mail: change.mail, idempotencyKey }) }
      : null
  }
  const { what, from, to: newContact } = change
  if (channel === 'whatsapp') {
    return from && what === 'phone' ? { channel, ...phoneChangedWhatsapp(from, { ...about, newContact }) } : null
  }
  const to = what === 'mail' ? from : person.mail
  return to ? { channel, ...contactChangedMail(to, { ...about, what, newContact }) } : null
}
