/** A new password, by who knows the present one. */
import { inTransaction, type App } from '#server/context.ts'
import { audit } from '#server/db/audit.ts'
import { newId } from '#server/shared/ids.ts'
import type { Actor } from '#server/shared/actor.ts'
import { Failure } from '#server/shared/failure.ts'
import { checkPassword } from './check-password.ts'
import { endSessions } from './end-sessions.ts'
import { hashPassword } from './password.ts'
import { endLinksOf, setPassword } from './store-credentials.ts'
import { markConfirmed } from './store.ts'

/**
 * Changes the password: the other sessions and every link die, and the person is told by mail. Throws `wrong_password`,
 * `common_password`, `too_many_requests`.
 */
export async function changePassword(
  app: App,
  actor: Actor,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
): Promise<{ status: 'success'; message: string }> {
  const was = await checkPassword(app, actor.userId, currentPassword)
  const passwordHash = await hashPassword(app, newPassword)
  const { userId } = actor
  await inTransaction(app, async (app) => {
    if (!(await setPassword(app, userId, passwordHash, was))) throw new Failure('wrong_password')
    await endLinksOf(app, userId)
    await endSessions(app, userId, actor.sessionId)
    await markConfirmed(app, actor.sessionId)
    await audit(app, actor, { action: 'account.change_password', objectType: 'user', objectId: userId })
    await app.queue.enqueue(app, 'accounts.tell-change', {
      userId,
      change: { what: 'password' },
      channel: 'mail',
      messageId: newId(),
    })
  })
  app.bus.publish('accounts.changed', userId)
  return { status: 'success', message: 'Contraseña actualizada exitosamente' }
}
