/** Notifies the inviter of a person whose phone or mail was nobody's: one of the two was proved, and its owner is on the team. */
import { paths } from '#contract/paths.ts'
import type { EmailMessage } from '#server/adapters/email/port.ts'
import type { WhatsappMessage } from '#server/adapters/whatsapp/port.ts'
import type { App } from '#server/context.ts'
import type { JobPayloads } from '#server/jobs/catalogue.ts'
import { openChannels, sendMessage } from '#server/modules/notifications/send-message.ts'
import { firstName, writeLetter } from '#server/shared/mail-page.ts'
import { findInvitations, findInviter } from './queries-staff.ts'

/** Queues one notice per inviter, event and open channel. */
export async function lookForInviters(
  app: App,
  { waitedId, holderId, proved }: JobPayloads['events.look-for-inviters'],
): Promise<void> {
  for (const { eventId, inviterId, givenName } of await findInvitations(app, waitedId, holderId)) {
    if (!inviterId || inviterId === holderId) continue
    for (const channel of openChannels(app)) {
      const taken = { eventId, inviterId, givenName, waitedId, proved, channel }
      await app.queue.enqueue(app, 'events.tell-staff-taken', taken)
    }
  }
}

/** Sends the notice by one channel, when the inviter has such a contact. Throws when the vendor is away. */
export async function notifyInviteeConfirmed(
  app: App,
  { eventId, inviterId, givenName, waitedId, proved, channel }: JobPayloads['events.tell-staff-taken'],
): Promise<void> {
  const inviter = await findInviter(app, { eventId, inviterId })
  const to = channel === 'mail' ? inviter?.mail : inviter?.phone
  if (!inviter || !to) return
  const message = {
    ...inviter,
    publicUrl: app.config.publicUrl,
    eventId,
    givenName,
    proved,
    idempotencyKey: `staff-taken-${waitedId}-${eventId}-${inviterId}-${channel}`,
  }
  const outcome = await sendMessage(
    app,
    channel === 'mail'
      ? { channel, ...inviteeConfirmedMail(to, message) }
      : { channel, ...inviteeConfirmedWhatsapp(to, message) },
  )
  if ('refused' in outcome) app.log.warn({ eventId, reason: outcome.refused }, 'an inviter could not be told')
}

interface InviteeConfirmed {
  readonly publicUrl: string
  readonly inviterName: string
  /** As the inviter called them. */
  readonly givenName: string
  readonly eventId: string
  readonly eventName: string
  readonly proved: 'mail' | 'phone'
  readonly idempotencyKey: string
}

/** Inviter, invited, event, and by what. */
const TAKEN_TEMPLATE = 'equipo_confirmado'
const BY = { mail: 'el email', phone: 'el teléfono' } as const

function inviteeConfirmedMail(to: string, message: InviteeConfirmed): EmailMessage {
  const { givenName, eventName } = message
  const other = message.proved === 'mail' ? 'teléfono' : 'email'
  return writeLetter(
    to,
    { ...message, name: message.inviterName },
    {
      subject: `Ya se sumó ${givenName} al equipo de ${eventName}`,
      lines: [
        `En el equipo de ${eventName} está quien confirmó ${BY[message.proved]} con el que invitaste a ${givenName}.`,
        `El ${other} que escribiste no lo confirmó nadie.`,
      ],
      action: { label: 'Ver el equipo', href: message.publicUrl + paths.eventTeam(message.eventId) },
      after: '¿No era esa persona? Sacala del equipo.',
    },
  )
}

function inviteeConfirmedWhatsapp(to: string, message: InviteeConfirmed): WhatsappMessage {
  return {
    to,
    template: TAKEN_TEMPLATE,
    params: [firstName(message.inviterName), message.givenName, message.eventName, BY[message.proved]],
    idempotencyKey: message.idempotencyKey,
  }
}
