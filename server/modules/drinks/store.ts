import { MAX_DRINKS } from '#contract/events/drinks.ts'
import { rowsOf } from '#server/db/rows.ts'

export const drinkRows = rowsOf('drinks', {
  parent: 'event_id',
  missing: 'drink_not_found',
  most: [MAX_DRINKS, 'too_many_drinks'],
})
