/** Sends a ticket to its holder again. */
import type { Answer } from '#contract/api/endpoint.ts'
import { maskMail, maskPhone } from '#contract/values/phone.ts'
import type { Proof } from '#contract/api/roles.ts'
import type { resendTicket as resendTicketEndpoint } from '#contract/sales/tickets.ts'
import { inTransaction, type App } from '#server/context.ts'
import { audit } from '#server/db/audit.ts'
import { requireUncancelled } from '#server/modules/events/queries.ts'
import { queueTicketAgain } from '#server/modules/notifications/queue-ticket-deliveries.ts'
import { openChannels, type Channel } from '#server/modules/notifications/send-message.ts'
import type { Actor } from '#server/shared/actor.ts'
import { Failure } from '#server/shared/failure.ts'
import { findTicket, type TicketRow } from '../queries.ts'
import { takeResend } from '../store.ts'

/** Three an hour per ticket (rule R11.6). */
export const RESEND_LIMIT = { limit: 3, seconds: 3600 }

/**
 * Queues the ticket for its holder's stored contact, never another one, and answers by which channel it leaves: the one
 * asked for, or the other when that is off or the holder has no such contact. Throws `ticket_not_valid`, `event_state`, `resend_no_contact`
 * where no open channel reaches the holder, `resend_limit`.
 */
export async function resendTicket(
  app: App,
  actor: Actor,
  ticketId: Proof<'resendableTicket'>,
  asked: Channel,
): Promise<Answer<typeof resendTicketEndpoint>> {
  return inTransaction(app, async (app) => {
    const ticket = await findTicket(app, ticketId)
    if (!ticket) throw new Failure('ticket_not_found')
    if (ticket.state !== 'valid') throw new Failure('ticket_not_valid')
    await requireUncancelled(app, ticket.eventId)
    const answer = reach(ticket, asked, openChannels(app))
    if (!(await takeResend(app, ticketId, RESEND_LIMIT))) {
      throw new Failure('resend_limit', undefined, { retryAfterSeconds: RESEND_LIMIT.seconds })
    }
    await queueTicketAgain(app, { ticketId, epoch: ticket.epoch }, answer.channel)
    const by = { userId: actor.userId, impersonatorId: actor.impersonatorId, origin: actor.origin }
    await audit(app, by, 'ticket.resend', ['ticket', ticketId], { after: answer })
    return answer
  })
}

function reach(ticket: TicketRow, asked: Channel, open: readonly Channel[]): { channel: Channel; to: string } {
  const contacts = { mail: ticket.holderMail, whatsapp: ticket.holderPhone }
  for (const channel of [asked, ...open]) {
    const contact = contacts[channel]
    if (contact && open.includes(channel)) return { channel, to: MASKS[channel](contact) }
  }
  throw new Failure('resend_no_contact')
}

const MASKS = { mail: maskMail, whatsapp: maskPhone } as const
