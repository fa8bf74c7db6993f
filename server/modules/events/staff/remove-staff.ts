/** Removes a person from the team of an event. */
import { TEAM_KINDS, type TeamKind } from '#contract/events-team.ts'
import { inTransaction, type App } from '#server/context.ts'
import { audit } from '#server/db/audit.ts'
import { forgetSessions } from '#server/modules/accounts/session/end-sessions.ts'
import { refuseFinance } from '#server/modules/companies/access.ts'
import type { Actor } from '#server/shared/actor.ts'
import type { ManagedEventId } from '../managing/queries-manage.ts'
import { notifyStaff } from './notify-staff.ts'
import { deleteStaff, lockEvent } from '../store.ts'

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
  await inTransaction(app, async (app) => {
    const event = await lockEvent(app, id)
    refuseFinance(actor, event.company_id)
    const removed = await deleteStaff(app, { eventId: id, userId, kinds: kind ? [kind] : TEAM_KINDS })
    if (removed.length === 0) return
    forgetSessions(app, userId)
    const kinds = removed.map((each) => each.kind)
    await audit(app, actor, 'event.remove_staff', ['event', id], { before: { userId, kinds } })
    const isOver = event.is_expired || event.state === 'cancelled' || event.state === 'success'
    if (isOver) return
    for (const left of TEAM_KINDS.filter((each) => kinds.includes(each))) {
      await notifyStaff(app, { eventId: id, userId, kind: left, act: 'removed' })
    }
  })
}
