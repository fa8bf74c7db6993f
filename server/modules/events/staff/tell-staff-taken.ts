/** Tells whoever put a phone and a mail that were nobody's on a team which of them was proved. */
import type { App } from '#server/context.ts'
import type { JobPayloads } from '#server/jobs/catalogue.ts'
import { openChannels, sendMessage } from '#server/modules/notifications/send-message.ts'
import { staffTakenMail, staffTakenWhatsapp } from './messages.ts'
import { findInvitations, findInviter } from './queries-staff.ts'

/** Has every inviter told by each open channel, once for an event. */
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

/** Sends it by one channel, once; an inviter without such a contact is not told by it. Throws when the vendor is away. */
export async function tellStaffTaken(
  app: App,
  { eventId, inviterId, givenName, waitedId, proved, channel }: JobPayloads['events.tell-staff-taken'],
): Promise<void> {
  const inviter = await findInviter(app, { eventId, inviterId })
  const to = channel === 'mail' ? inviter?.mail : inviter?.phone
  if (!inviter || !to) return
  const { inviterName, eventName } = inviter
  const message = {
    publicUrl: app.config.publicUrl,
    inviterName,
    eventName,
    eventId,
    givenName,
    proved,
    idempotencyKey: `staff-taken-${waitedId}-${eventId}-${inviterId}-${channel}`,
  }
  const outcome = await sendMessage(
    app,
    channel === 'mail' ? { channel, ...staffTakenMail(to, message) } : { channel, ...staffTakenWhatsapp(to, message) },
  )
  if ('refused' in outcome) app.log.warn({ eventId, reason: outcome.refused }, 'an inviter could not be told')
}
