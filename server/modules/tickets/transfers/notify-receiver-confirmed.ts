/** Notifies the giver of a ticket whose receiver's phone and mail were nobody's: one of the two was proved, and its owner has it. */
import { brand } from '#contract/brand.ts'
import { formatTicketNumber } from '#contract/ticket-number.ts'
import type { EmailMessage } from '#server/adapters/email/port.ts'
import type { WhatsappMessage } from '#server/adapters/whatsapp/port.ts'
import type { App } from '#server/context.ts'
import type { JobPayloads } from '#server/jobs/catalogue.ts'
import { openChannels, sendMessage } from '#server/modules/notifications/send-message.ts'
import { html, renderMarkup } from '#server/shared/html.ts'
import { firstName, mailAside, mailColors, mailPage, mailTitle } from '#server/shared/mail-page.ts'
import { findTransfer, findTransfersTo, type Transfer } from '../queries.ts'

/** WhatsApp's template: event, ticket, and which contact was proved. */
const TEMPLATE = 'entrada_tomada'

/** Queues one notice per giver and open channel. */
export async function lookForGivers(
  app: App,
  { waitedId, holderId, proved }: JobPayloads['tickets.look-for-givers'],
): Promise<void> {
  for (const transferId of await findTransfersTo(app, waitedId, holderId)) {
    for (const channel of openChannels(app)) {
      await app.queue.enqueue(app, 'tickets.tell-taken', { transferId, proved, channel })
    }
  }
}

/** Sends the notice by one channel, when the giver has such a contact. Throws when the vendor is away. */
export async function notifyReceiverConfirmed(
  app: App,
  { transferId, proved, channel }: JobPayloads['tickets.tell-taken'],
): Promise<void> {
  const transfer = await findTransfer(app, transferId)
  const to = channel === 'mail' ? transfer?.giverMail : transfer?.giverPhone
  if (!transfer || !to || transfer.giverState === 'deleted') return
  const message = { ...transfer, proved, idempotencyKey: `taken-${transferId}-${channel}` }
  const outcome = await sendMessage(
    app,
    channel === 'mail'
      ? { channel, ...receiverConfirmedMail(to, message) }
      : { channel, ...receiverConfirmedWhatsapp(to, message) },
  )
  if ('refused' in outcome) app.log.warn({ transferId, reason: outcome.refused }, 'a giver could not be told')
}

interface ReceiverConfirmed extends Transfer {
  readonly proved: 'mail' | 'phone'
  readonly idempotencyKey: string
}

const BY: Readonly<Record<ReceiverConfirmed['proved'], string>> = {
  mail: 'el email que escribiste',
  phone: 'el teléfono que escribiste',
}

function receiverConfirmedMail(to: string, message: ReceiverConfirmed): EmailMessage {
  const name = firstName(message.giverName)
  const ticket = `${message.typeName} · N.º ${formatTicketNumber(message.number)}`
  const title = `Ya tomaron la entrada que pasaste para ${message.eventName}`
  const who = `La tiene quien confirmó ${BY[message.proved]}.`
  const wrong = `¿No era esa persona? Escribinos a ${brand.supportMail}.`
  return {
    to,
    subject: title,
    html: renderMarkup(
      mailPage(
        title,
        html`${mailTitle(title)}
          <p style="margin:0 0 12px">Hola, ${name}. ${who}</p>
          <p style="margin:0 0 12px;color:${mailColors.humo}">${ticket}</p>
          ${mailAside(wrong)}`,
      ),
    ),
    text: [`Hola, ${name}. ${title}.`, '', who, ticket, '', wrong, `${brand.name} · ${brand.subtitle}`].join('\n'),
    idempotencyKey: message.idempotencyKey,
  }
}

function receiverConfirmedWhatsapp(to: string, message: ReceiverConfirmed): WhatsappMessage {
  return {
    to,
    template: TEMPLATE,
    params: [firstName(message.giverName), message.eventName, formatTicketNumber(message.number), BY[message.proved]],
    idempotencyKey: message.idempotencyKey,
  }
}
