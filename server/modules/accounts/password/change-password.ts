/** A new password: set by a person who knows the present one, and what follows every new password, however it was set. */
import { inTransaction, type App, type Tx } from '#server/context.ts'
import { audit } from '#server/db/audit.ts'
import { notify } from '#server/modules/notifications/notify.ts'
import type { Actor } from '#server/shared/actor.ts'
import { Failure } from '#server/shared/failure.ts'
import { passwordChanged } from '../notify-change.ts'
import { endSessions } from '../session/end-sessions.ts'
import { markConfirmed } from '../session/store.ts'
import { checkPassword } from './check-password.ts'
import { hashPassword } from './password.ts'
import { endLinksOf, setPassword } from './store.ts'

/**
 * Changes the password: the other sessions and every link die, and the person is notified by mail. Throws `wrong_password`,
 * `common_password`, `too_many_requests`.
 */
export async function changePassword(
  app: App,
  actor: Actor,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
): Promise<{ status: 'success'; message: string }> {
  const { userId } = actor
  const was = await checkPassword(app, userId, currentPassword)
  const passwordHash = await hashPassword(app, newPassword, { isKnown: true, from: userId })
  await inTransaction(app, async (app) => {
    const isReplaced = await replacePassword(app, { userId, passwordHash, was, keptSessionId: actor.sessionId })
    if (!isReplaced) throw new Failure('wrong_password')
    await markConfirmed(app, actor.sessionId)
    await audit(app, actor, 'account.change_password', ['user', userId])
  })
  return { status: 'success', message: 'Contraseña actualizada exitosamente' }
}

interface NewPassword {
  readonly userId: string
  readonly passwordHash: string
  /** The hash that must still be the present one. */
  readonly was?: string
  /** The session that goes on; all others end. */
  readonly keptSessionId?: string
}

/**
 * Sets the password in the caller's transaction: the sessions and every link die, and the person is notified by mail. False, and
 * nothing done, when the person is not active any more or the password changed meanwhile.
 */
export async function replacePassword(app: Tx, password: NewPassword): Promise<boolean> {
  const { userId, passwordHash, was, keptSessionId = null } = password
  if (!(await setPassword(app, userId, passwordHash, was))) return false
  await endLinksOf(app, userId)
  await endSessions(app, userId, keptSessionId)
  await notify(app, passwordChanged, { userId })
  return true
}
