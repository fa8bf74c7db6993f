/** Notifies a buyer that their money is on its way back, and why. */
import { formatExactCents } from '#contract/exact-money.ts'
import { paths } from '#contract/paths.ts'
import type { EmailMessage } from '#server/adapters/email/port.ts'
import type { App } from '#server/context.ts'
import { sendMessage } from '#server/modules/notifications/send-message.ts'
import { html, renderMarkup } from '#server/shared/html.ts'
import { firstName, MAIL_FOOT, mailButton, mailPage, mailTitle } from '#server/shared/mail-page.ts'
import { findRefundedBuyer, type RefundedBuyer } from '../queries.ts'

/** Sends the mail of one refund. A buyer without a mail gets none. Throws when the mail host is away, so that the job is tried again. */
export async function notifyRefund(app: App, refundId: string): Promise<void> {
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

interface RefundMessage extends Omit<RefundedBuyer, 'mail'> {
  readonly publicUrl: string
  readonly idempotencyKey: string
}

const WHY = {
  late_payment: 'Tu pago llegó cuando la reserva ya había vencido y no quedaban lugares.',
  wrong_payment: 'Recibimos un pago que no corresponde a tu compra: llegó dos veces o con otro importe.',
} as const

/** Of a payment that was on its way when there was nothing to buy any more. */
const CANCELLED = 'Tu pago llegó cuando el evento ya se había cancelado.'

function refundMail(to: string, message: RefundMessage): EmailMessage {
  const isForNothing = message.source === 'late_payment' && message.eventState === 'cancelled'
  const hello = `Hola ${firstName(message.buyerName)}: ${isForNothing ? CANCELLED : WHY[message.source]}`
  const amount = formatExactCents(message.amountCents)
  const when = 'Mercado Pago te lo acredita en el mismo medio de pago; puede demorar unos días según tu banco.'
  const link = `${message.publicUrl}${paths.event(message.eventId)}`
  const title = `Te devolvemos ${amount}`
  const page = mailPage(
    title,
    html`${mailTitle(title)}
      <p style="margin:0 0 12px">${hello}</p>
      <p style="margin:0">
        Ya pedimos la devolución completa de ${amount} de tu compra para <strong>${message.eventName}</strong>. ${when}
      </p>
      ${mailButton('Ver el evento', link)}`,
  )
  return {
    to,
    subject: `Te devolvemos tu pago de ${message.eventName}`,
    html: renderMarkup(page),
    text: `${hello}\n\nYa pedimos la devolución completa de ${amount} de tu compra para ${message.eventName}. ${when}\n\n${link}\n\n${MAIL_FOOT}\n`,
    idempotencyKey: message.idempotencyKey,
  }
}
