/** People who work for an event. */
import { inTransaction, type App } from '#server/context.ts'
import { audit, type AuditOrigin } from '#server/db/audit.ts'
import { upsertStaff, type Assignment } from './store.ts'

/** Assigns a person to an event, or changes whether they may scan; it counts from their next request. */
export async function assignStaff(app: App, by: AuditOrigin, assignment: Assignment): Promise<void> {
  const { eventId, ...after } = assignment
  await inTransaction(app, async (app) => {
    await upsertStaff(app, assignment)
    await audit(app, by, { action: 'event.assign_staff', objectType: 'event', objectId: eventId, after })
  })
  app.bus.publish('accounts.changed', assignment.userId)
}
