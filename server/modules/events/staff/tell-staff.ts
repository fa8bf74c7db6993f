/** Tells somebody that they joined or left the team of an event. */
import type { App } from '#server/context.ts'
import type { JobPayloads } from '#server/jobs/catalogue.ts'
import { sendMessage, type OutgoingMessage } from '#server/modules/notifications/send-message.ts'
import { staffMail, staffWhatsapp } from './messages.ts'
import { findStaffNews } from './queries-staff.ts'

/**
 * Sends it by one channel, to whoever can be reached by it. What was undone meanwhile is not told. Throws when the vendor is
 * away, to be tried again with the same key.
 */
export async function tellStaff(
  app: App,
  { messageId, act, channel, ...of }: JobPayloads['events.tell-staff'],
): Promise<void> {
  const found = await findStaffNews(app, of)
  if (!found || found.isOfTeam !== (act === 'assigned')) return
  const { mail, phone, ...about } = found
  const news = { ...about, kind: of.kind, act, publicUrl: app.config.publicUrl, idempotencyKey: `staff-${messageId}` }
  const to = channel === 'mail' ? mail : phone
  if (!to) return
  const message: OutgoingMessage =
    channel === 'mail' ? { channel, ...staffMail(to, news) } : { channel, ...staffWhatsapp(to, news) }
  const outcome = await sendMessage(app, message)
  if ('refused' in outcome) app.log.warn({ ...of, reason: outcome.refused }, 'a person of a team could not be told')
}
