/** Writes the message of a batch that is due. */
import type { App } from '#server/context.ts'
import { makeActivationLink } from '#server/modules/accounts/password/send-link.ts'
import type { Composed, DeliveryBatch } from '#server/modules/notifications/deliver-batches.ts'
import { ticketsPdf } from '../documents/documents.ts'
import { makeLinkToken } from '../link-token.ts'
import { orderLink } from '../order-token.ts'
import { dueReceipt, receiptLeft } from './due-receipt.ts'
import { ticketsMail, ticketsWhatsapp } from './messages.ts'
import { findGiver, findIssuer, findTickets, flyerOfTicket, isBarredByAge, type TicketRow } from '../queries.ts'

/**
 * The mail or WhatsApp message with the batch's tickets as they are now. Those that were refunded, cancelled or handed
 * on since are left out; with none left, or no such contact, there is nothing to send. A buyer's first mail has the receipt too.
 */
export async function composeDelivery(app: App, batch: DeliveryBatch): Promise<Composed> {
  const epochs = new Map(batch.tickets.map(({ ticketId, epoch }) => [ticketId, epoch]))
  const found = await findTickets(app, [...epochs.keys()])
  const tickets = found.filter(
    (row) => (row.state === 'valid' || row.state === 'used') && epochs.get(row.id) === row.epoch,
  )
  const [first, ...others] = tickets
  if (!first) return { undeliverable: 'ticket_changed' }
  const to = contactOf(first, batch)
  if (!to) return { undeliverable: batch.channel === 'mail' ? 'no_mail' : 'no_phone' }
  const paidOrderId = first.isPurchase && batch.channel === 'mail' ? first.orderId : null
  const receipt = paidOrderId ? await dueReceipt(app, paidOrderId) : null
  const message = {
    publicUrl: app.config.publicUrl,
    holderName: first.holderName,
    // A batch of a transferred ticket holds that ticket alone.
    giverName: first.epoch > 1 ? await findGiver(app, first) : null,
    issuer: first.epoch > 1 ? null : await findIssuer(app, first),
    eventName: first.eventName,
    flyer: flyerOfTicket(first),
    minimumAge: first.minimumAge,
    isBarredByAge: isBarredByAge(app, first),
    startsAt: first.startsAt,
    place: `${first.venueName}, ${first.city}`,
    tickets: tickets.map(({ id, epoch, typeName, validUntil, number, vouchers }) => ({
      typeName,
      validUntil,
      number,
      drinks: vouchers.flatMap(({ name, redeemedAt }) => (redeemedAt === null ? [name] : [])),
      linkToken: makeLinkToken(app.vault, id, epoch),
    })),
    orderLink: first.holderState === 'pending' && first.guestOrderId ? orderLink(app.vault, first.guestOrderId) : null,
    activationToken: batch.channel === 'mail' ? await makeActivationLink(app, first.holderId, to) : null,
    isPurchase: tickets.some(({ isPurchase }) => isPurchase),
    receipt,
    pdf: await ticketsPdf(app, [first, ...others]),
    idempotencyKey: batch.idempotencyKey,
  }
  const ticketIds = tickets.map(({ id }) => id)
  return batch.channel === 'mail'
    ? {
        ticketIds,
        message: { channel: 'mail', ...ticketsMail(to, message) },
        ...(paidOrderId && receipt && { afterwards: () => receiptLeft(app, paidOrderId) }),
      }
    : { ticketIds, message: { channel: 'whatsapp', ...ticketsWhatsapp(to, message) } }
}

function contactOf(holder: TicketRow, { channel }: DeliveryBatch): string | null {
  if (holder.holderState === 'deleted') return null
  return channel === 'mail' ? holder.holderMail : holder.holderPhone
}
