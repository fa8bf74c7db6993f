/** Tells whoever gave a ticket away that it is gone. The receiver learns of it by the ticket itself. */
import { maskName } from '#contract/phone.ts'
import type { App } from '#server/context.ts'
import type { JobPayloads } from '#server/jobs/catalogue.ts'
import { sendMessage } from '#server/modules/notifications/send-message.ts'
import { transferMail, transferWhatsapp } from '../delivery/messages.ts'
import { findTransfer } from '../queries.ts'

/** Sends it by one channel, once; a giver without such a contact is not told by it. Throws when the vendor is away. */
export async function tellTransfer(
  app: App,
  { transferId, channel, receiverName }: JobPayloads['tickets.tell-transfer'],
): Promise<void> {
  const transfer = await findTransfer(app, transferId)
  const to = channel === 'mail' ? transfer?.giverMail : transfer?.giverPhone
  if (!transfer || !to || transfer.giverState === 'deleted') return
  const message = {
    ...transfer,
    // A job that the version before queued says no name.
    receiverName: receiverName ?? maskName(transfer.receiverName),
    publicUrl: app.config.publicUrl,
    idempotencyKey: `transfer-${transferId}-${channel}`,
  }
  const outcome = await sendMessage(
    app,
    channel === 'mail' ? { channel, ...transferMail(to, message) } : { channel, ...transferWhatsapp(to, message) },
  )
  if ('refused' in outcome) app.log.warn({ transferId, reason: outcome.refused }, 'a giver could not be told')
}
