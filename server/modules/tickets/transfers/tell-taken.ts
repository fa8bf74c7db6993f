/** Tells whoever gave a ticket to a phone and a mail that were nobody's by which of them it was taken. */
import type { App } from '#server/context.ts'
import type { JobPayloads } from '#server/jobs/catalogue.ts'
import { openChannels, sendMessage } from '#server/modules/notifications/send-message.ts'
import { takenMail, takenWhatsapp } from '../delivery/messages.ts'
import { findTransfer, findTransfersTo } from '../queries.ts'

/** Has every giver told by each open channel. */
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

/** Sends it by one channel, once; a giver without such a contact is not told by it. Throws when the vendor is away. */
export async function tellTaken(
  app: App,
  { transferId, proved, channel }: JobPayloads['tickets.tell-taken'],
): Promise<void> {
  const transfer = await findTransfer(app, transferId)
  const to = channel === 'mail' ? transfer?.giverMail : transfer?.giverPhone
  if (!transfer || !to || transfer.giverState === 'deleted') return
  const { giverName, eventName, typeName, number } = transfer
  const message = {
    giverName,
    eventName,
    typeName,
    number,
    proved,
    publicUrl: app.config.publicUrl,
    idempotencyKey: `taken-${transferId}-${channel}`,
  }
  const outcome = await sendMessage(
    app,
    channel === 'mail' ? { channel, ...takenMail(to, message) } : { channel, ...takenWhatsapp(to, message) },
  )
  if ('refused' in outcome) app.log.warn({ transferId, reason: outcome.refused }, 'a giver could not be told')
}
