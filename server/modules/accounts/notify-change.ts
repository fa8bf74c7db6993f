/** Notifies people of what changed of their account, where its owner before the change would read it. */
import { maskMail, maskPhone } from '#contract/values/phone.ts'
import type { App, Tx } from '#server/context.ts'
import { defineNotification, notify } from '#server/modules/notifications/notify.ts'
import * as messages from './messages.ts'
import { findReachable } from './queries.ts'

interface Person {
  readonly userId: string
}
const findPerson = (app: App, { userId }: Person) => findReachable(app, userId)

export const passwordChanged = defineNotification('accounts.password-changed', {
  find: findPerson,
  mail: messages.passwordChangedMail,
})
export const googleLinked = defineNotification('accounts.google-linked', {
  find: findPerson,
  mail: messages.googleLinkedMail,
})
/** Another person verified the account's mail, masked here. */
export const mailLost = defineNotification('accounts.mail-taken', {
  find: (app: App, { userId }: Person & { mail: string }) => findReachable(app, userId),
  whatsapp: messages.mailTakenWhatsapp,
})

interface Change extends Person, messages.ContactChange {
  readonly from: string | null
}

export const contactChanged = defineNotification('accounts.contact-changed', {
  async find(app: App, { userId, what, from }: Change) {
    const person = await findReachable(app, userId)
    return person && { name: person.name, mail: what === 'mail' ? from : person.mail }
  },
  mail: messages.contactChangedMail,
})
export const phoneChanged = defineNotification('accounts.phone-changed', {
  async find(app: App, { userId, from }: Change) {
    const person = await findReachable(app, userId)
    return person && { name: person.name, phone: from }
  },
  whatsapp: messages.phoneChangedWhatsapp,
})

/** Notifies by mail, and by WhatsApp at the phone before it. */
export async function notifyChange(
  app: Tx,
  userId: string,
  { what, from, to }: { readonly what: 'mail' | 'phone'; readonly from: string | null; readonly to: string },
  { atOldPhone = false } = {},
): Promise<void> {
  const change = { userId, what, from, to: what === 'mail' ? maskMail(to) : maskPhone(to) }
  await notify(app, contactChanged, change)
  if (atOldPhone && what === 'phone' && from) await notify(app, phoneChanged, change)
}
