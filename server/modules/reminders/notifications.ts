/** The two reminders: of an order, and of a pending account that has a ticket. */
import type { App } from '#server/context.ts'
import { makeActivationLink } from '#server/modules/accounts/password/send-link.ts'
import { resendActivation } from '#server/modules/accounts/registration/activate-account.ts'
import { defineNotification } from '#server/modules/notifications/notify.ts'
import { accountMail, orderMail, orderWhatsapp } from './messages.ts'
import { findReminder } from './queries.ts'

interface About {
  readonly reminderId: string
}

export const orderReminder = defineNotification('reminders.order', {
  find: (app: App, { reminderId }: About) => findReminder(app, reminderId),
  mail: orderMail,
  whatsapp: orderWhatsapp,
})

/** Sends the activation link by mail; people without a mail get the usual activation message by WhatsApp. */
export const accountReminder = defineNotification('reminders.account', {
  async find(app: App, { reminderId }: About) {
    const found = await findReminder(app, reminderId)
    if (!found) return undefined
    const { mail, userId } = found
    if (!mail) {
      await resendActivation(app, userId, { channels: ['whatsapp'] })
      return undefined
    }
    const token = await makeActivationLink(app, userId, mail)
    return token === null ? undefined : { ...found, token }
  },
  mail: accountMail,
})
