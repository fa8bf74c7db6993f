import { newTicketId } from '#server/shared/ids.ts'
import type { Samples } from '#server/testing/samples.ts'

export const samples: Samples = {
  kinds: { ticket: { makeId: newTicketId, isPersonal: true } },
  async belongings({ given }, at, person) {
    return { ticket: (await given.ticket({ type: { id: at.ticketType, eventId: at.event }, holder: person })).id }
  },
  requests: (of) => ({
    'POST /api/v1/ticket/resend-whatsapp': { body: { ticketId: of.ticket } },
    'POST /api/v1/ticket/transfer/{id}': { body: { toUserId: of.event } },
  }),
  opens: { resendableTicket: { sibling: ['organizer', 'admin', 'god'], foreign: ['admin', 'god'] } },
  // A person who has an account may be given a ticket.
  namesAnybody: ['POST /api/v1/ticket/transfer/{id} toUserId'],
}
