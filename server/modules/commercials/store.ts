/** The only SQL that writes costs. */
import { MAX_COSTS } from '#contract/events/commercials-costs.ts'
import { rowsOf } from '#server/db/rows.ts'

export const costRows = rowsOf('event_costs', {
  parent: 'event_id',
  missing: 'cost_not_found',
  most: [MAX_COSTS, 'too_many_costs'],
})
