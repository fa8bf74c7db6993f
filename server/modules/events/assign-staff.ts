/** People who work for an event. */
import { inTransaction, type App } from '#server/context.ts'
import { audit, type AuditOrigin } from '#server/db/audit.ts'
import { upsertStaff, type Assignment } from './store.ts'

/**
 * Assigns a person to an event, or changes whether they may scan; it counts from their next request. Gives whether they
 * are new there; assigning twice changes nothing.
 */
export async function assignStaff(app: App, by: AuditOrigin, assignment: Assignment): Promise<{ isNew: boolean }> {
  const { eventId, givenName: _, ...after } = assignment
  const changed = await inTransaction(app, async (app) => {
    const changed = await upsertStaff(app, assignment, by.userId)
    if (changed) {
      await audit(app, by, {
        action: 'event.assign_staff',
        objectType: 'event',
        objectId: eventId,
        after: { ...after, canScan: after.canScan ?? true },
      })
    }
    return changed
  })
  app.bus.publish('accounts.changed', assignment.userId)
  return { isNew: changed?.isNew ?? false }
}
