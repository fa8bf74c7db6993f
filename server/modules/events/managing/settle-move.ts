/** Changes of date or place, once they have not changed again for a while: what holders are notified of. */
import type { App, Tx } from '#server/context.ts'
import { addHours } from '#contract/values/dates.ts'
import { isBefore, toInstant } from '#server/shared/clock.ts'
import { lockEvent, markMoveNotified } from '../store.ts'
import { hasMoved, type WhenAndWhere } from './event-changes.ts'
import { listChangesToNotify, listEventsToNotify } from './queries-manage.ts'

/** Edits that follow one another make one notice (rule R8.12); near the start nothing waits for further ones. */
export const SETTLE_MINUTES = 5

export interface SettledMove {
  readonly companyId: string
  /** False when the changes came to nothing: only people who bought between them are concerned. */
  readonly isMoved: boolean
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
 * Takes the changes of an event that were not notified, together; null when none has settled, or when no notice is due because
 * the event is cancelled, or was over before it was changed.
 */
export async function settleMove(app: Tx, eventId: string): Promise<SettledMove | null> {
  const event = await lockEvent(app, eventId)
  const isNear = event.starts_at !== null && isBefore(event.starts_at, addHours(app.clock.now(), SETTLE_MINUTES / 60))
  const changes = await listChangesToNotify(app, eventId, isNear ? 0 : SETTLE_MINUTES)
  const [first, last] = [changes[0], changes.at(-1)]
  if (!first || !last) return null
  await markMoveNotified(app, eventId)
  const [before, after] = [normal(first.before), normal(last.after)]
  // A new start in a few minutes does not end the right of those who bought another one.
  const wasAhead = before.startsAt === null || isBefore(first.changedAt, before.startsAt)
  if (event.state === 'cancelled' || event.state === 'pending' || (event.is_expired && !wasAhead)) return null
  const isMoved = hasMoved(before, after)
  return { companyId: event.company_id, isMoved, before, after, changedAt: toInstant(last.changedAt) }
}

/** An instant has several spellings. */
function normal(place: WhenAndWhere): WhenAndWhere {
  return { ...place, startsAt: place.startsAt && toInstant(place.startsAt) }
}
