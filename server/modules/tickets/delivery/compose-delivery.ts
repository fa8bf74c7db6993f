/** Writes the message of a packet that is due. */
import type { App } from '#server/context.ts'
import type { Composed, Packet } from '#server/modules/notifications/deliver-packets.ts'
import { ticketsPdf } from '../documents/documents.ts'
import { makeLinkToken } from '../link-token.ts'
import { ticketsMail, ticketsWhatsapp } from './messages.ts'
import { findGiver, findTickets, type TicketRow } from '../queries.ts'

/**
 * The mail or WhatsApp message with the packet's tickets as they stand now. Those that were refunded, cancelled or handed
 * on since are left out; with none left, or no such contact, there is nothing to send.
 */
export async function composeDelivery(app: App, packet: Packet): Promise<Composed> {
  const epochs = new Map(packet.tickets.map(({ ticketId, epoch }) => [ticketId, epoch]))
  const found = await findTickets(app, [...epochs.keys()])
  const tickets = found.filter(
    (row) => (row.state === 'valid' || row.state === 'used') && epochs.get(row.id) === row.epoch,
  )
  const [first, ...others] = tickets
  if (!first) return { undeliverable: 'ticket_changed' }
  const to = contactOf(first, packet)
  if (!to) return { undeliverable: packet.channel === 'mail' ? 'no_mail' : 'no_phone' }
  const message = {
    publicUrl: app.config.publicUrl,
    holderName: first.holderName,
    // A packet of a transferred ticket holds that ticket alone.
    giverName: first.epoch > 1 ? await findGiver(app, first) : null,
    eventName: first.eventName,
    startsAt: first.startsAt,
    place: `${first.venueName}, ${first.city}`,
    tickets: tickets.map(({ id, epoch, typeName, validUntil, number }) => ({
      typeName,
      validUntil,
      number,
      linkToken: makeLinkToken(app.vault, id, epoch),
    })),
    pdf: await ticketsPdf(app, [first, ...others]),
    idempotencyKey: packet.idempotencyKey,
  }
  const ticketIds = tickets.map(({ id }) => id)
  return packet.channel === 'mail'
    ? { ticketIds, message: { channel: 'mail', ...ticketsMail(to, message) } }
    : { ticketIds, message: { channel: 'whatsapp', ...ticketsWhatsapp(to, message) } }
}

function contactOf(holder: TicketRow, { channel }: Packet): string | null {
  if (holder.holderState === 'deleted') return null
  return channel === 'mail' ? holder.holderMail : holder.holderPhone
}
