/**
 * Notifies the giver of a ticket: it is no longer theirs, and later who took it where the receiver's phone and mail had no owner.
 * The receiver gets the ticket itself.
 */
import type { App } from '#server/context.ts'
import type { JobPayloads } from '#server/jobs/catalogue.ts'
import { defineNotification, notify } from '#server/modules/notifications/notify.ts'
import { findTransfer, findTransfersTo } from './queries.ts'
import { receiverConfirmedMail, receiverConfirmedWhatsapp, transferMail, transferWhatsapp } from './messages.ts'

interface Transferred {
  readonly transferId: string
  /** Masked, as of the transfer: the receiver's account may be merged into another before this is sent. */
  readonly receiverName: string
}

export const ticketTransferred = defineNotification('tickets.transferred', {
  find: (app: App, { transferId }: Transferred) => findTransfer(app, transferId),
  mail: transferMail,
  whatsapp: transferWhatsapp,
})

export const receiverConfirmed = defineNotification('tickets.receiver-confirmed', {
  find: (app: App, { transferId }: { transferId: string; proved: 'mail' | 'phone' }) => findTransfer(app, transferId),
  mail: receiverConfirmedMail,
  whatsapp: receiverConfirmedWhatsapp,
})

/** Notifies each giver of tickets that the owner of a verified contact has now. */
export async function notifyGivers(
  app: App,
  { waitedId, holderId, proved }: JobPayloads['tickets.look-for-givers'],
): Promise<void> {
  for (const transferId of await findTransfersTo(app, waitedId, holderId)) {
    await notify(app, receiverConfirmed, { transferId, proved }, transferId)
  }
}
