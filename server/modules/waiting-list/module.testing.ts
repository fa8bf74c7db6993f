import type { Samples } from '#server/testing/samples.ts'

export const samples: Samples = {
  // Everybody comes as a client here.
  opens: { visibleTicketType: { sibling: [], foreign: [] } },
  requests: () => ({ 'POST /api/v1/ticket-types/{typeId}/waiting-list': { body: { quantity: 2 } } }),
}
