/** A raffle is visible with its event; a draft only to the people who manage the event. */
import type { Proof } from '#contract/api/roles.ts'
import type { App } from '#server/context.ts'
import type { Rule } from '#server/http/bound.ts'
import { partOfEvent } from '#server/modules/events/access.ts'
import type { ManagedEventId } from '#server/modules/events/managing/queries-manage.ts'
import { Failure } from '#server/shared/failure.ts'
import { findRaffleEvent } from './queries.ts'

const findEventId = async (app: App, id: string) => (await findRaffleEvent(app, id))?.eventId
const managedRaffle = partOfEvent('managedEvent', findEventId, 'raffle_not_found')
const ofVisibleEvent = partOfEvent('visibleEvent', findEventId, 'raffle_not_found')

const visibleRaffle: Rule = async (app, actor, id, input) => {
  const isDraft = (await findRaffleEvent(app, id))?.state === 'draft'
  return (isDraft ? managedRaffle : ofVisibleEvent)(app, actor, id, input)
}

// Callers come with the roles that an endpoint admits: to enter, as clients.
export const rules = { visibleRaffle, enterableRaffle: visibleRaffle, managedRaffle }

/** The event of a raffle that the caller manages. */
export async function managedEventOfRaffle(app: App, raffle: Proof<'managedRaffle'>): Promise<ManagedEventId> {
  const found = await findRaffleEvent(app, raffle)
  if (!found) throw new Failure('raffle_not_found')
  return found.eventId as ManagedEventId // checked by the rule `managedRaffle`
}
