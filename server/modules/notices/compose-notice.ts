/** Writes the message of a notice that is due. */
import type { App } from '#server/context.ts'
import { deliverNotices, type ComposeNotice } from '#server/modules/notifications/deliver-notices.ts'
import { eventTopics, publishChange, type TopicKey } from '#server/shared/publish-change.ts'
import { listTicketsOfNight } from '#server/modules/tickets/queries-night.ts'
import { noticeMail, noticeWhatsapp } from './messages.ts'
import { reminderMail, reminderWhatsapp } from './reminder-messages.ts'
import { makeLinkToken } from '#server/shared/link-token.ts'
import { findNoticeFacts } from './queries.ts'

/** Composes it by the facts of now; people who no longer have the contact are skipped. */
export const composeNotice: ComposeNotice = async (app, { noticeId, userId, channel, idempotencyKey }) => {
  const facts = await findNoticeFacts(app, noticeId, userId)
  const to = channel === 'mail' ? facts?.mail : facts?.phone
  if (!facts || !to || facts.isGone) return { undeliverable: 'no_contact' }
  const token =
    facts.kind === 'moved' && facts.hasPaid
      ? makeLinkToken(app.vault, { kind: 'move-link', id: noticeId }, userId)
      : null
  const message = { ...facts, noticeId, token, publicUrl: app.config.publicUrl, idempotencyKey }
  if (facts.kind === 'reminder') {
    const [ticket, ...others] = facts.night ? await listTicketsOfNight(app, userId, facts.night) : []
    if (!ticket) return { undeliverable: 'nothing_to_remind' }
    const { name, publicUrl } = message
    const reminder = { name, publicUrl, idempotencyKey, tickets: [ticket, ...others] as const }
    return channel === 'mail'
      ? { channel, ...reminderMail(to, reminder) }
      : { channel, ...reminderWhatsapp(to, reminder) }
  }
  return channel === 'mail' ? { channel, ...noticeMail(to, message) } : { channel, ...noticeWhatsapp(to, message) }
}

/** Sends due messages by both channels, and publishes the change to open screens. The job `notices.deliver`. */
export async function sendNotices(app: App, stopping?: AbortSignal): Promise<void> {
  const heard = new Set<TopicKey>()
  const compose: ComposeNotice = async (app, due) => {
    const facts = await findNoticeFacts(app, due.noticeId, due.userId)
    for (const topic of facts ? eventTopics(facts) : []) heard.add(topic)
    return composeNotice(app, due)
  }
  // Side by side, so that a mail host that does not answer holds up no WhatsApp message.
  await Promise.all([
    deliverNotices(app, 'mail', compose, stopping),
    deliverNotices(app, 'whatsapp', compose, stopping),
  ])
  publishChange(app.bus, heard)
}
