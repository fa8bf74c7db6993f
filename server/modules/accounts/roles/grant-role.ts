/** Roles given by name, and taken back. */
import { inTransaction, type App, type Tx } from '#server/context.ts'
import { audit, type AuditOrigin } from '#server/db/audit.ts'
import { endSessions, forgetSessions } from '../session/end-sessions.ts'
import { deleteRole, insertRole } from './store.ts'

/**
 * Grants a role that does not follow from a membership or an assignment; it counts within 5 seconds in open sessions, and
 * granting it twice changes nothing.
 */
export async function grantRole(
  app: App,
  by: AuditOrigin,
  { userId, role }: { userId: string; role: 'COMERCIAL' },
): Promise<void> {
  await inTransaction(app, async (app) => {
    if (!(await insertRole(app, userId, role))) return
    await audit(app, by, 'account.grant_role', ['user', userId], { after: { role } })
    forgetSessions(app, userId)
  })
}

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
