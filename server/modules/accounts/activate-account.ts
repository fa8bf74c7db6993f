/** A pending account becomes its owner's: password and terms, by the link that was sent to them. */
import { inTransaction, type App } from '#server/context.ts'
import { audit } from '#server/db/audit.ts'
import type { RequestOrigin } from '#server/shared/actor.ts'
import { hashToken } from '#server/shared/crypto.ts'
import { Failure } from '#server/shared/failure.ts'
import { hashPassword } from './password.ts'
import { findLink } from './queries.ts'
import { activateUser, endLinksOf, useLink } from './store-credentials.ts'

/**
 * Activates the link's owner and notes the contact that the link went to as proved; every other link dies, and a mail that
 * was not proved by it waits for its code. Throws
 * `activation_link_unknown`, `activation_link_invalid`, `common_password`.
 */
export async function activateAccount(
  app: App,
  { token, newPassword }: { token: string; newPassword: string },
  origin: RequestOrigin,
): Promise<{ status: 'success'; message: string }> {
  const tokenHash = hashToken(token)
  const link = await findLink(app, tokenHash, 'activation')
  if (!link) throw new Failure('activation_link_unknown')
  if (!link.isLive) throw new Failure('activation_link_invalid')
  const { userId } = link
  // Before the link is used up: a password that is refused leaves it alive.
  const passwordHash = await hashPassword(app, newPassword, { isKnown: true, from: userId })
  await inTransaction(app, async (app) => {
    const used = await useLink(app, tokenHash, 'activation')
    const proved = used?.channel === 'mail' ? 'mail' : 'phone'
    if (!used || !(await activateUser(app, { userId, passwordHash, proved }))) {
      throw new Failure('activation_link_invalid')
    }
    await endLinksOf(app, userId)
    await audit(
      app,
      { userId, origin },
      {
        action: 'account.activate',
        objectType: 'user',
        objectId: userId,
        before: { state: 'pending' },
        after: { state: 'active', proved },
      },
    )
  })
  return { status: 'success', message: 'Tu cuenta quedó activada. Ya podés ingresar con tu teléfono y tu contraseña.' }
}
