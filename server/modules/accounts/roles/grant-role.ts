/** Roles given by name. */
import { inTransaction, type App } from '#server/context.ts'
import { audit, type AuditOrigin } from '#server/db/audit.ts'
import { forgetSessions } from '../session/end-sessions.ts'
import { insertRole } from './store.ts'

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
