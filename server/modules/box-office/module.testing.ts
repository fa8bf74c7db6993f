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
  }),
  // A person who has an account may be given a ticket.
  namesAnybody: [
    'POST /api/v1/ticket/dashboard/organizator/generate-courtesy idUserToSend',
    'POST /api/v1/ticket/dashboard/organizer/generate-ticket idUserToSend',
    'POST /api/v1/ticket/organizer-generate-ticket idUserToSend',
  ],
}
