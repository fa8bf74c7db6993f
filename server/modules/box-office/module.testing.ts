import type { Samples } from '#server/testing/samples.ts'

const person = { userName: 'Camila Ferreyra', userPhone: '+5493515550000', userEmail: 'camila@previa.example' }

export const samples: Samples = {
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
    // Neither is any of them who made the ticket of the tests.
    issuedTicket: { sibling: [], foreign: [] },
  },
  // A person who has an account may be given a ticket.
  namesAnybody: [
    'POST /api/v1/ticket/dashboard/organizator/generate-courtesy idUserToSend',
    'POST /api/v1/ticket/dashboard/organizer/generate-ticket idUserToSend',
    'POST /api/v1/ticket/organizer-generate-ticket idUserToSend',
  ],
}
