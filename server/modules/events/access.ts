/** Which events a caller may see or manage. A foreign event answers exactly as one that does not exist. */
import { sql } from 'kysely'
import type { FailureCode } from '#contract/api/failures.ts'
import type { Proof } from '#contract/api/roles.ts'
import type { App } from '#server/context.ts'
import type { Rule } from '#server/http/bound.ts'
import type { Actor } from '#server/shared/actor.ts'
import { Failure, isFailure } from '#server/shared/failure.ts'
import { readSlug } from './event-slug.ts'
import { assignedTo, isWithin, managedBy, promotedBy, seenBy, type Reach } from './reach.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const NUMBER = /^\d{1,9}$/

async function findEvent(app: App, name: string) {
  const slug = readSlug(name.toLowerCase())
  if (!UUID.test(name) && !NUMBER.test(name) && !slug) return undefined
  const events = app.db
    .selectFrom('events')
    .select(['id', 'company_id as companyId', sql<boolean>`events_is_public(state, is_private)`.as('isPublic')])
  if (slug) {
    const named = app.db.selectFrom('event_slugs').select('event_id').where('base', '=', slug.base)
    // A private event answers to its id alone, its own people too.
    return events
      .where('is_private', '=', false)
      .where('id', '=', named.where('number', '=', slug.number))
      .executeTakeFirst()
  }
  return events
    .where((eb) => (UUID.test(name) ? eb('id', '=', name) : eb('number', '=', Number(name))))
    .executeTakeFirst()
}

/** Takes an id. What of it the caller may do is the endpoint's list of roles. */
const eventWithin =
  (reach: (actor: Actor) => Reach): Rule =>
  async (app, actor, id) => {
    const event = UUID.test(id) ? await findEvent(app, id) : undefined
    if (!event || !actor || !isWithin(event, reach(actor))) throw new Failure('event_not_found')
    return event.id
  }
const managedEvent = eventWithin(managedBy)
const promotedEvent = eventWithin(promotedBy)
const assignedEvent = eventWithin(assignedTo)

/**
 * Takes an id, a number or an address and gives the id. Anybody sees what is public; the rest only its own company, its staff and
 * administrators.
 */
const visibleEvent: Rule = async (app, actor, idNumberOrSlug) => {
  const event = await findEvent(app, idNumberOrSlug)
  if (!event) throw new Failure('event_not_found')
  if (event.isPublic || (actor && isWithin(event, seenBy(actor)))) return event.id
  throw new Failure('event_not_found')
}

/** The id of an event that everyone may see, by id, number or address; null for a private, hidden or unknown one. */
export async function findPublicEvent(app: App, idNumberOrSlug: string): Promise<Proof<'visibleEvent'> | null> {
  const event = await findEvent(app, idNumberOrSlug)
  return event?.isPublic ? (event.id as Proof<'visibleEvent'>) : null // what the rule decides without a caller
}

export const rules = { managedEvent, promotedEvent, assignedEvent, visibleEvent }

/**
 * The rule of a thing of an event, for the people who have `rule` for the event. A thing that is gone answers
 * `missing`, as one of a foreign event does.
 */
export function partOfEvent(
  rule: keyof typeof rules,
  findEventId: (app: App, id: string) => Promise<string | undefined>,
  missing: FailureCode,
): Rule {
  return async (app, actor, id, input) => {
    const eventId = await findEventId(app, id)
    if (eventId === undefined) throw new Failure(missing)
    try {
      await rules[rule](app, actor, eventId, input)
    } catch (error) {
      throw isFailure(error, 'event_not_found') ? new Failure(missing) : error
    }
    return id
  }
}
