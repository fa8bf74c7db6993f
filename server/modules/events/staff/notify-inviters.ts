/** Notifies the inviter of a person whose phone and mail had no owner: one of the two was verified, and its owner is on the team. */
import type { App } from '#server/context.ts'
import type { JobPayloads } from '#server/jobs/catalogue.ts'
import { defineNotification, notify } from '#server/modules/notifications/notify.ts'
import { inviteeConfirmedMail, inviteeConfirmedWhatsapp } from './messages.ts'
import { findInvitations, findInviter } from './queries-staff.ts'

interface About {
  readonly eventId: string
  readonly inviterId: string
  readonly givenName: string
  readonly proved: 'mail' | 'phone'
}

export const inviteeConfirmed = defineNotification('events.invitee-confirmed', {
  find: (app: App, about: About) => findInviter(app, about),
  mail: inviteeConfirmedMail,
  whatsapp: inviteeConfirmedWhatsapp,
})

/** Notifies each inviter, of each event. */
export async function notifyInviters(
  app: App,
  { waitedId, holderId, proved }: JobPayloads['events.look-for-inviters'],
): Promise<void> {
  for (const { eventId, inviterId, givenName } of await findInvitations(app, waitedId, holderId)) {
    if (!inviterId || inviterId === holderId) continue
    const about = { eventId, inviterId, givenName, proved }
    await notify(app, inviteeConfirmed, about, `${waitedId}-${eventId}-${inviterId}`)
  }
}
