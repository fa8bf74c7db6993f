/** People may join the waitlist of an event that they see, and leave it whatever became of the event. */
import type { Rule } from '#server/http/bound.ts'
import { partOfEvent } from '#server/modules/events/access.ts'
import { findOpenEntry, findTypeEvent } from './queries.ts'

const ofVisibleEvent = partOfEvent('visibleEvent', findTypeEvent, 'ticket_type_not_found')

/** Takes a type's id and gives it. Any other is not found. */
const visibleTicketType: Rule = async (app, actor, id, input) => {
  const hasEntry = actor && (await findOpenEntry(app, id, actor.userId))
  return hasEntry ? id : ofVisibleEvent(app, actor, id, input)
}

export const rules = { visibleTicketType }
