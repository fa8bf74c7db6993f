/** A forgotten password: a new one, by the link that was mailed (behaviour.md §1). */
import { inTransaction, type App } from '#server/context.ts'
import { audit } from '#server/db/audit.ts'
import { forgive } from '#server/db/limits.ts'
import type { RequestOrigin } from '#server/shared/actor.ts'
import { hashToken } from '#server/shared/crypto.ts'
import { Failure } from '#server/shared/failure.ts'
import { hashPassword } from './password.ts'
import { findLink, findReachable } from './queries.ts'
import { replacePassword } from './replace-password.ts'
import { markProved, useLink } from './store-credentials.ts'

/**
 * Sets the password of the link's owner; the link, every other one and every session die, and the person is told by mail.
 * Throws `reset_link_unknown`, `reset_link_invalid`, `common_password`.
 */
export async function resetPassword(
  app: App,
  { token, newPassword }: { token: string; newPassword: string },
  origin: RequestOrigin,
): Promise<{ status: 'success'; message: string }> {
  const tokenHash = hashToken(token)
  const link = await findLink(app, tokenHash, 'reset')
  if (!link) throw new Failure('reset_link_unknown')
  if (!link.isLive) throw new Failure('reset_link_invalid')
  const { userId } = link
  // Before the link is used up: a password that is refused leaves it alive.
  const passwordHash = await hashPassword(app, newPassword, { isKnown: true, from: userId })
  await inTransaction(app, async (app) => {
    const used = await useLink(app, tokenHash, 'reset')
    if (!used || !(await replacePassword(app, { userId, passwordHash }))) throw new Failure('reset_link_invalid')
    await markProved(app, userId, 'mail')
    const phone = (await findReachable(app, userId))?.phone
    // Who forgot their password has often tried it five times before.
    if (phone) await forgive(app, 'sign-in', phone)
    await audit(app, { userId, origin }, { action: 'account.reset_password', objectType: 'user', objectId: userId })
  })
  app.bus.publish('accounts.changed', userId)
  return { status: 'success', message: 'Tu contraseña quedó cambiada. Ya podés ingresar.' }
}
