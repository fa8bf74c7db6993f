/** Gives a person work at an event, without asking who gives it. */
import { inTransaction, type App, type Tx } from '#server/context.ts'
import { audit, type AuditOrigin } from '#server/db/audit.ts'
import { forgetSessions } from '#server/modules/accounts/session/end-sessions.ts'
import { upsertStaff, type Assignment } from '../store.ts'

/**
 * Assigns a person to an event, or changes whether they may scan; it counts from their next request. Gives whether they
 * are new there; assigning twice changes nothing.
 */
export async function assignStaff(app: App | Tx, by: AuditOrigin, assignment: Assignment): Promise<{ isNew: boolean }> {
  const { eventId, givenName: _, ...after } = assignment
  const { userId, kind } = after
  const changed = await inTransaction(app, async (app) => {
    const changed = await upsertStaff(app, assignment, by.userId)
    if (changed) {
      if (changed.isNew) {
        for (const { hooks } of app.modules) await hooks?.onStaffAssigned?.(app, { eventId, userId, kind })
      }
      forgetSessions(app, userId)
      await audit(app, by, 'event.assign_staff', ['event', eventId], {
        after: { ...after, canScan: after.canScan ?? true },
      })
    }
    return changed
  })
  return { isNew: changed?.isNew ?? false }
}
