/** Notifies the giver of a ticket that it is no longer theirs. The receiver learns of it by the ticket itself. */
import { brand } from '#contract/brand.ts'
import { paths } from '#contract/paths.ts'
import { formatTicketNumber } from '#contract/ticket-number.ts'
import type { EmailMessage } from '#server/adapters/email/port.ts'
import type { WhatsappMessage } from '#server/adapters/whatsapp/port.ts'
import type { App } from '#server/context.ts'
import type { JobPayloads } from '#server/jobs/catalogue.ts'
import { sendMessage } from '#server/modules/notifications/send-message.ts'
import { html, renderMarkup } from '#server/shared/html.ts'
import { firstName, mailAside, mailButton, mailColors, mailPage, mailTitle } from '#server/shared/mail-page.ts'
import { findTransfer, type Transfer } from '../queries.ts'

/** WhatsApp's template: event, ticket and to whom it went. */
const TEMPLATE = 'entrada_transferida'

/** Sends the notice by one channel, when the giver has such a contact. Throws when the vendor is away. */
export async function notifyTransfer(
  app: App,
  { transferId, channel, receiverName }: JobPayloads['tickets.tell-transfer'],
): Promise<void> {
  const transfer = await findTransfer(app, transferId)
  const to = channel === 'mail' ? transfer?.giverMail : transfer?.giverPhone
  if (!transfer || !to || transfer.giverState === 'deleted') return
  const message = {
    ...transfer,
    receiverName,
    publicUrl: app.config.publicUrl,
    idempotencyKey: `transfer-${transferId}-${channel}`,
  }
  const outcome = await sendMessage(
    app,
    channel === 'mail' ? { channel, ...transferMail(to, message) } : { channel, ...transferWhatsapp(to, message) },
  )
  if ('refused' in outcome) app.log.warn({ transferId, reason: outcome.refused }, 'a giver could not be told')
}

interface TransferMessage extends Transfer {
  readonly publicUrl: string
  readonly idempotencyKey: string
}

function transferMail(to: string, message: TransferMessage): EmailMessage {
  const name = firstName(message.giverName)
  const ticket = `${message.typeName} · N.º ${formatTicketNumber(message.number)}`
  const gone =
    'El QR, el enlace y el PDF que tenías ya no abren la puerta. Si hay una devolución, la recibe quien pagó.'
  const wasNotYou = `¿No fuiste vos? Cambiá tu contraseña y escribinos a ${brand.supportMail}.`
  const link = `${message.publicUrl}${paths.clientDashboard()}`
  return {
    to,
    subject: `Transferiste una entrada para ${message.eventName}`,
    html: renderMarkup(
      mailPage(
        `Tu entrada ahora es de ${message.receiverName}`,
        html`${mailTitle(`Tu entrada ahora es de ${message.receiverName}`)}
          <p style="margin:0 0 12px">
            Hola, ${name}. Transferiste tu entrada para <strong>${message.eventName}</strong>.
          </p>
          <p style="margin:0 0 12px;color:${mailColors.humo}">${ticket}</p>
          <p style="margin:0">${gone}</p>
          ${mailButton('Ver mis entradas', link)} ${mailAside(wasNotYou)}`,
      ),
    ),
    text: [
      `Hola, ${name}. Transferiste tu entrada para ${message.eventName} a ${message.receiverName}.`,
      '',
      ticket,
      gone,
      '',
      wasNotYou,
      `${brand.name} · ${brand.subtitle}`,
    ].join('\n'),
    idempotencyKey: message.idempotencyKey,
  }
}

function transferWhatsapp(to: string, message: TransferMessage): WhatsappMessage {
  return {
    to,
    template: TEMPLATE,
    params: [firstName(message.giverName), message.eventName, formatTicketNumber(message.number), message.receiverName],
    idempotencyKey: message.idempotencyKey,
  }
}
