import { ensurePromo } from '#server/modules/promoters/ensure-promo.ts'
import { newId, newTicketId } from '#server/shared/ids.ts'
import type { Samples } from '#server/testing/samples.ts'

const person = { userName: 'Camila Ferreyra', userPhone: '+5493515550000', userEmail: 'camila@previa.example' }

export const samples: Samples = {
  kinds: { issuedTicket: { makeId: newTicketId, isPersonal: true } },
  /** A courtesy that the person gave as a promoter, of a type of its own: the event's stays unsold. */
  async belongings({ app, given }, { event }, { id: personId }) {
    const { id: ticketType } = await given.ticketType({ event: { id: event }, visibility: 'courtesy' })
    const { id } = await given.ticket({
      type: { id: ticketType, eventId: event },
      holder: { id: personId },
      priceCents: 0,
    })
    const issuanceId = newId()
    await app.db
      .insertInto('issuances')
      .values({
        id: issuanceId,
        event_id: event,
        type_id: ticketType,
        kind: 'courtesy',
        quantity: 1,
        price_cents: 0,
        made_by: personId,
        promo_id: await ensurePromo(app, event, personId),
      })
      .execute()
    await app.db
      .updateTable('tickets')
      .set({ issuance_id: issuanceId, kind: 'courtesy', position: 1 })
      .where('id', '=', id)
      .execute()
    await app.db
      .updateTable('ticket_stock')
      .set((eb) => ({ courtesy: eb('courtesy', '+', 1) }))
      .where('type_id', '=', ticketType)
      .execute()
    await app.db
      .updateTable('event_stock')
      .set((eb) => ({ taken: eb('taken', '+', 1) }))
      .where('event_id', '=', event)
      .execute()
    return { issuedTicket: id }
  },
  requests: (of) => ({
    'POST /api/v1/ticket/dashboard/organizator/generate-courtesy': { body: { eventId: of.event, ...person } },
    'POST /api/v1/ticket/dashboard/organizer/generate-ticket': {
      body: { eventId: of.event, ticketType: of.ticketType, isCourtesy: true, ...person },
    },
    'POST /api/v1/ticket/organizer-generate-ticket': {
      body: { eventId: of.event, ticketType: of.ticketType, quantity: 2, ...person },
    },
    'POST /api/v1/ticket/dashboard/rrpp/generate-ticket': { body: { eventId: of.event, isCourtesy: true, ...person } },
    'POST /api/v1/ticket/rrpp-generate-ticket': {
      body: { eventId: of.event, ticketType: of.ticketType, isCourtesy: true, ...person },
    },
  }),
  opens: {
    assignedEvent: { sibling: ['god'], foreign: ['god'] },
    issuedTicket: { sibling: [], foreign: [] },
  },
  // A person who has an account may be given a ticket.
  namesAnybody: [
    'POST /api/v1/ticket/dashboard/organizator/generate-courtesy idUserToSend',
    'POST /api/v1/ticket/dashboard/organizer/generate-ticket idUserToSend',
    'POST /api/v1/ticket/organizer-generate-ticket idUserToSend',
  ],
}
