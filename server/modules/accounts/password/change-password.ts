/** A new password, by who knows the present one. */
import { inTransaction, type App } from '#server/context.ts'
import { audit } from '#server/db/audit.ts'
import type { Actor } from '#server/shared/actor.ts'
import { Failure } from '#server/shared/failure.ts'
import { checkPassword } from './check-password.ts'
import { hashPassword } from './password.ts'
import { replacePassword } from './replace-password.ts'
import { markConfirmed } from '../store.ts'

/**
 * Changes the password: the other sessions and every link die, and the person is told by mail. Throws `wrong_password`,
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
    await audit(app, actor, { action: 'account.change_password', objectType: 'user', objectId: userId })
  })
  return { status: 'success', message: 'Contraseña actualizada exitosamente' }
}
