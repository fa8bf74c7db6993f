/** Notifies the inviter of a pending member which contact was verified, phone or mail: its owner is the member. */
import type { App } from '#server/context.ts'
import type { JobPayloads } from '#server/jobs/catalogue.ts'
import { defineNotification, notify } from '#server/modules/notifications/notify.ts'
import { memberConfirmedMail, memberConfirmedWhatsapp } from './messages.ts'
import { findInvitation, findMemberInviter } from './queries.ts'

interface About {
  readonly companyId: string
  readonly inviterId: string
  readonly givenName: string
  readonly proved: 'mail' | 'phone'
}

export const memberConfirmed = defineNotification('companies.member-confirmed', {
  find: (app: App, about: About) => findMemberInviter(app, about),
  mail: memberConfirmedMail,
  whatsapp: memberConfirmedWhatsapp,
})

export async function notifyMemberInviter(
  app: App,
  { waitedId, holderId, proved }: JobPayloads['companies.look-for-inviter'],
): Promise<void> {
  const invitation = await findInvitation(app, waitedId, holderId)
  if (!invitation?.inviterId || invitation.inviterId === holderId) return
  const { companyId, inviterId, givenName } = invitation
  await notify(app, memberConfirmed, { companyId, inviterId, givenName: givenName ?? '', proved }, waitedId)
}
