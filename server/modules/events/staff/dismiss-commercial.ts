/** A person stops being a commercial. */
import { inTransaction, type App } from '#server/context.ts'
import { audit, type AuditOrigin } from '#server/db/audit.ts'
import { revokeRole } from '#server/modules/accounts/roles/grant-role.ts'
import { endSessions } from '#server/modules/accounts/session/end-sessions.ts'
import { deleteStaff } from '../store.ts'
import { notifyCommercial } from './notify-commercial.ts'

/** Takes the role away and every event that came with it, because an assignment alone would give the role again. */
export async function dismissCommercial(app: App, by: AuditOrigin, userId: string): Promise<void> {
  await inTransaction(app, async (app) => {
    // The role first: an event that is assigned meanwhile is found then.
    await revokeRole(app, by, { userId, role: 'COMERCIAL' })
    const removed = await deleteStaff(app, { eventId: null, userId, kinds: ['COMERCIAL'] })
    for (const { eventId, kind } of removed) {
      await audit(app, by, 'event.remove_staff', ['event', eventId], { before: { userId, kinds: [kind] } })
      await notifyCommercial(app, { eventId, userId, act: 'removed' })
    }
    if (removed.length > 0) await endSessions(app, userId)
  })
}
