/** Roles taken back by name. */
import { inTransaction, type App, type Tx } from '#server/context.ts'
import { audit, type AuditOrigin } from '#server/db/audit.ts'
import { endSessions } from '../session/end-sessions.ts'
import { deleteRole } from './store.ts'

/** Takes back a role that was granted by name and ends the person's sessions; without it nothing changes. */
export async function revokeRole(
  app: App | Tx,
  by: AuditOrigin,
  { userId, role }: { userId: string; role: 'COMERCIAL' },
): Promise<void> {
  await inTransaction(app, async (app) => {
    if (!(await deleteRole(app, userId, role))) return
    await audit(app, by, 'account.revoke_role', ['user', userId], { before: { role } })
    await endSessions(app, userId)
  })
}
