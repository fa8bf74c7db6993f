/** Changes of date or place, once they have not changed again for a while: what holders are notified of. */
import type { App, Tx } from '#server/context.ts'
import { toInstant } from '#server/shared/clock.ts'
import { lockEvent, markMoveNotified } from '../store.ts'
import { hasMoved, type WhenAndWhere } from './event-changes.ts'
import { listChangesToNotify, listEventsToNotify } from './queries-manage.ts'

/** Edits that follow one another make one notice (rule R8.12). */
export const SETTLE_MINUTES = 5

export interface SettledMove {
  readonly companyId: string
  readonly before: WhenAndWhere
  readonly after: WhenAndWhere
  /** When it was last changed: who bought before it bought something else. */
  readonly changedAt: string
}

/** Events whose changes have settled, the longest waiting first. */
export function listSettledEvents(app: App, limit: number): Promise<string[]> {
  return listEventsToNotify(app, SETTLE_MINUTES, limit)
}

/**
 * Takes the changes of an event that were not notified, together; null when none has settled, when they came to nothing, or
 * when no notice is due any more because the event is cancelled or over.
 */
export async function settleMove(app: Tx, eventId: string): Promise<SettledMove | null> {
  const event = await lockEvent(app, eventId)
  const changes = await listChangesToNotify(app, eventId, SETTLE_MINUTES)
  const [first, last] = [changes[0], changes.at(-1)]
  if (!first || !last) return null
  await markMoveNotified(app, eventId)
  const isUpcoming = (event.state === 'active' || event.state === 'inactive') && !event.is_expired
  const [before, after] = [normal(first.before), normal(last.after)]
  if (!isUpcoming || !hasMoved(before, after)) return null
  return { companyId: event.company_id, before, after, changedAt: toInstant(last.changedAt) }
}

/** An instant has several spellings. */
function normal(place: WhenAndWhere): WhenAndWhere {
  return { ...place, startsAt: place.startsAt && toInstant(place.startsAt) }
}
