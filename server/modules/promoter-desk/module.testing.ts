import type { Samples } from '#server/testing/samples.ts'

export const samples: Samples = {
  requests: (of) => ({
    'PUT /api/v1/events/{id}/promoters/{rrppId}': { body: { maxUses: 30, allowedTypeIds: [of.ticketType] } },
    'PATCH /api/v1/events/{id}/promoters': { body: { promoterIds: [of.user], canSellInPerson: false } },
    'GET /api/v1/ticket/promo/rrpp': { query: { rrppId: of.user } },
    'POST /api/v1/ticket/promo/rrpp': { body: { maxUses: 30 } },
  }),
  // Says whose part it changes.
  acts: ['PATCH /api/v1/events/{id}/promoters'],
  columns: {
    allowedTypeIds: ['promos.allowed_type_ids'],
    commission: ['+commission_terms'],
  },
  // Exactly one of its percent and its amount is taken; both together are refused.
  movesNothing: ['PUT /api/v1/events/{id}/promoters/{rrppId} commission'],
}
