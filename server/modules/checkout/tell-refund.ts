/** Tells a buyer that their money is on its way back. */
import type { App } from '#server/context.ts'
import { sendMessage } from '#server/modules/notifications/send-message.ts'
import { refundMail } from './messages.ts'
import { findRefundedBuyer } from './queries.ts'

/** Sends the mail, once per order and reason; nobody is told who has no mail. Throws when the mail host is away, to be tried again. */
export async function tellRefund(
  app: App,
  { orderId, source }: { orderId: string; source: 'late_payment' | 'wrong_payment' },
): Promise<void> {
  const buyer = await findRefundedBuyer(app, orderId, source)
  if (!buyer?.mail) return
  const { mail, refundId, ...about } = buyer
  const message = refundMail(mail, {
    ...about,
    source,
    publicUrl: app.config.publicUrl,
    idempotencyKey: `refund-${refundId}`,
  })
  const outcome = await sendMessage(app, { channel: 'mail', ...message })
  if ('refused' in outcome)
    app.log.warn({ orderId, reason: outcome.refused }, 'the buyer could not be told of a refund')
}
