import type { Samples } from '#server/testing/samples.ts'

export const samples: Samples = {
  opens: { visibleTicketType: { sibling: ['organizer', 'admin', 'god'], foreign: ['admin', 'god'] } },
  requests: () => ({ 'POST /api/v1/ticket-types/{typeId}/waiting-list': { body: { quantity: 2 } } }),
}
