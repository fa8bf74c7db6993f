/** Closes an account: it can no longer be signed in to, and its row holds no personal data. */
import { inTransaction, type App, type Tx } from '#server/context.ts'
import { audit, type AuditOrigin } from '#server/db/audit.ts'
import { forgetSubjects } from '#server/db/limits.ts'
import type { ClosedPerson } from '#server/person-part.ts'
import { forgetSessions } from '../session/end-sessions.ts'
import { deletePerson, lockPerson } from './store.ts'

/**
 * Closes an account for good: sessions, roles, Google accounts, links and codes end, and the person's name, contacts, picture
 * and birth date give way to «Cuenta eliminada». Gives what stood there, for what is still to be erased elsewhere; null when
 * it was closed before. Joins the caller's transaction.
 */
export async function closeAccount(app: App | Tx, by: AuditOrigin, userId: string): Promise<ClosedPerson | null> {
  return inTransaction(app, async (app) => {
    const person = await lockPerson(app, userId)
    if (!person) return null
    await deletePerson(app, userId)
    forgetSessions(app, userId)
    await forgetSubjects(app, [userId, ...person.mails, ...person.phones])
    // No word of who they were: audit rows are never changed or deleted.
    await audit(app, by, 'account.close', ['user', userId], { after: { state: 'deleted' } })
    return person
  })
}
