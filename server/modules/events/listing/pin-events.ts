/** The pinned events of the landing, a setting of god admins (rule R8.5). */
import { inTransaction, type App } from '#server/context.ts'
import { audit, type AuditOrigin } from '#server/db/audit.ts'
import { replacePinned } from '../store.ts'

/** Replaces the list by up to three events, in this order. */
export async function pinEvents(app: App, by: AuditOrigin, eventIds: readonly string[]): Promise<void> {
  await inTransaction(app, async (app) => {
    await replacePinned(app, eventIds)
    await audit(app, by, 'event.pin', ['landing', 'pinned'], { after: { eventIds } })
  })
}
