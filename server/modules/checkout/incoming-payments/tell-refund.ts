/** Tells a buyer that their money is on its way back. */
import type { App } from '#server/context.ts'
import { sendMessage } from '#server/modules/notifications/send-message.ts'
import { refundMail } from './messages.ts'
import { findRefundedBuyer } from '../queries.ts'

/** Sends the mail of one refund; nobody is told who has no mail. Throws when the mail host is away, to be tried again. */
export async function tellRefund(app: App, refundId: string): Promise<void> {
  const { mail, ...about } = await findRefundedBuyer(app, refundId)
  if (!mail) return
  const message = refundMail(mail, {
    ...about,
    publicUrl: app.config.publicUrl,
    idempotencyKey: `refund-${refundId}`,
  })
  const outcome = await sendMessage(app, { channel: 'mail', ...message })
  if ('refused' in outcome)
    app.log.warn({ refundId, reason: outcome.refused }, 'the buyer could not be told of a refund')
}
