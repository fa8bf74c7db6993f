import { newId } from '#server/shared/ids.ts'
import { enterCost } from '#server/testing/enter-cost.ts'
import type { Samples } from '#server/testing/samples.ts'

export const samples: Samples = {
  kinds: { cost: { makeId: newId } },
  things: async ({ app }, { company: companyId, event: eventId }) => ({
    cost: await enterCost(app, { companyId, eventId }, 50_000_000),
  }),
  requests: (of) => ({
    'POST /api/v1/admin/commercials/assign': { body: { userId: of.user, eventId: of.event } },
    'POST /api/v1/comerciales/events/{id}/costs': { body: { costType: 'Luces', amount: 120_000 } },
    'PUT /api/v1/comerciales/events/{id}/costs/{costId}': { body: { amount: 130_000 } },
  }),
  updates: ['event_costs'],
  columns: {
    amount: ['event_costs.amount_cents', 'event_costs.version', '+ledger_entries'],
    costType: ['event_costs.cost_type', 'event_costs.version'],
  },
}
