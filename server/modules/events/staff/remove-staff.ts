/** Removes a person from the team of an event. */
import { TEAM_KINDS, type TeamKind } from '#contract/events/events-team.ts'
import { type App } from '#server/context.ts'
import { forgetSessions } from '#server/modules/accounts/session/end-sessions.ts'
import type { Actor } from '#server/shared/actor.ts'
import { actOnEvent } from '../act-on-event.ts'
import type { ManagedEventId } from '../managing/queries-manage.ts'
import { notifyStaff } from './notify-staff.ts'
import { deleteStaff } from '../store.ts'

/**
 * Takes a person off the team (one kind, or both) and notifies them. The right ends within 5 seconds, in the session that is
 * open; the session goes on: anybody's phone is enough to put them on a team, and would be enough to log them out
 * (rule R5.2). Does nothing for a person without an assignment. Also works for events that are over. Throws `company_role_not_allowed`.
 */
export async function removeStaff(
  app: App,
  actor: Actor,
  id: ManagedEventId,
  { userId, kind }: { userId: string; kind?: TeamKind | undefined },
): Promise<void> {
  const act = { audit: 'event.remove_staff', object: ['event', id], isAllowedAfter: true } as const
  await actOnEvent(app, actor, id, act, async (app, { event, record, unchanged }) => {
    const removed = await deleteStaff(app, { eventId: id, userId, kinds: kind ? [kind] : TEAM_KINDS })
    if (removed.length === 0) return unchanged(undefined)
    forgetSessions(app, userId)
    const kinds = removed.map((each) => each.kind)
    record({ before: { userId, kinds } })
    const isOver = event.is_expired || event.state === 'cancelled' || event.state === 'success'
    if (isOver) return
    for (const left of TEAM_KINDS.filter((each) => kinds.includes(each))) {
      await notifyStaff(app, { eventId: id, userId, kind: left, act: 'removed' })
    }
  })
}
