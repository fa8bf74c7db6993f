/** Whose lines one may join: those of events that one may see. Who stands in one may leave it, whatever became of the event. */
import type { Rule } from '#server/http/bound.ts'
import { rules as eventRules } from '#server/modules/events/access.ts'
import { Failure, isFailure } from '#server/shared/failure.ts'
import { findOpenEntry, findTypeEvent } from './queries.ts'

/** Takes a type's id and gives it. Any other is not found. */
const visibleTicketType: Rule = async (app, actor, id, input) => {
  const eventId = await findTypeEvent(app, id)
  if (eventId === undefined) throw new Failure('ticket_type_not_found')
  if (actor && (await findOpenEntry(app, id, actor.userId))) return id
  try {
    await eventRules.visibleEvent(app, actor, eventId, input)
  } catch (error) {
    if (isFailure(error, 'event_not_found')) throw new Failure('ticket_type_not_found')
    throw error
  }
  return id
}

export const rules = { visibleTicketType }
