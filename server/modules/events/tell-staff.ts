/** Tells somebody that they joined or left the team of an event. */
import type { App } from '#server/context.ts'
import type { JobPayloads } from '#server/jobs/catalogue.ts'
import { sendMessage } from '#server/modules/notifications/send-message.ts'
import { staffMail, staffWhatsapp } from './messages.ts'
import { findStaffNews } from './queries-staff.ts'

/**
 * Sends it by mail and, when it is on, by WhatsApp. What was undone meanwhile is not told. Throws when a vendor is away, to
 * be tried again with the same key.
 */
export async function tellStaff(app: App, { messageId, act, ...of }: JobPayloads['events.tell-staff']): Promise<void> {
  const found = await findStaffNews(app, of)
  if (!found || found.isOfTeam !== (act === 'assigned')) return
  const { mail, phone, ...about } = found
  const news = { ...about, kind: of.kind, act, publicUrl: app.config.publicUrl, idempotencyKey: `staff-${messageId}` }
  const outcomes = [
    ...(mail ? [await sendMessage(app, { channel: 'mail', ...staffMail(mail, news) })] : []),
    // By mail instead it would be the same message twice.
    ...(phone && app.whatsapp.isOn
      ? [await sendMessage(app, { channel: 'whatsapp', ...staffWhatsapp(phone, news) })]
      : []),
  ]
  for (const outcome of outcomes) {
    if ('refused' in outcome) app.log.warn({ ...of, reason: outcome.refused }, 'a person of a team could not be told')
  }
}
