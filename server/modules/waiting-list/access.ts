/** Whose lines one may join: those of events that one may see. */
import type { Rule } from '#server/http/bound.ts'
import { rules as eventRules } from '#server/modules/events/access.ts'
import { Failure, isFailure } from '#server/shared/failure.ts'
import { findTypeEvent } from './queries.ts'

/** Takes a type's id and gives it. A type of an event that the caller does not see is not found. */
const visibleTicketType: Rule = async (app, actor, id, input) => {
  const eventId = await findTypeEvent(app, id)
  if (eventId === undefined) throw new Failure('ticket_type_not_found')
  try {
    await eventRules.visibleEvent(app, actor, eventId, input)
  } catch (error) {
    if (isFailure(error, 'event_not_found')) throw new Failure('ticket_type_not_found')
    throw error
  }
  return id
}

export const rules = { visibleTicketType }
