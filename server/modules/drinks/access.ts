/** A drink is seen and managed by the people who see and manage its event. */
import type { Proof } from '#contract/roles.ts'
import type { App } from '#server/context.ts'
import type { Rule } from '#server/http/bound.ts'
import { rules as eventRules } from '#server/modules/events/access.ts'
import type { ManagedEventId } from '#server/modules/events/managing/queries-manage.ts'
import { Failure, isFailure } from '#server/shared/failure.ts'
import { findEventOf } from './queries.ts'

const by =
  (ofEvent: Rule): Rule =>
  async (app, actor, id, input) => {
    const eventId = await findEventOf(app, id)
    if (eventId === undefined) throw new Failure('drink_not_found')
    try {
      await ofEvent(app, actor, eventId, input)
    } catch (error) {
      if (isFailure(error, 'event_not_found')) throw new Failure('drink_not_found')
      throw error
    }
    return id
  }

export const rules = { visibleDrink: by(eventRules.visibleEvent), managedDrink: by(eventRules.managedEvent) }

/** The event of a drink that the caller manages. Throws `drink_not_found` for one removed since. */
export async function managedEventOf(app: App, drink: Proof<'managedDrink'>): Promise<ManagedEventId> {
  const eventId = await findEventOf(app, drink)
  if (eventId === undefined) throw new Failure('drink_not_found')
  return eventId as ManagedEventId // `managedDrink` let nobody else through
}
