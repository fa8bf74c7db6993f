/** A forgotten password: a new one, by the link that was mailed (rules R5.10, R6.4). */
import type { confirmPasswordReset as endpoint } from '#contract/accounts-credentials.ts'
import type { Answer } from '#contract/endpoint.ts'
import { maskPhone } from '#contract/phone.ts'
import { inTransaction, type App } from '#server/context.ts'
import { audit } from '#server/db/audit.ts'
import { forgive } from '#server/db/limits.ts'
import type { RequestOrigin } from '#server/shared/actor.ts'
import { hashToken } from '#server/shared/crypto.ts'
import { Failure } from '#server/shared/failure.ts'
import { enterUnlessPhoneProved } from '../session/enter-unless-phone-proved.ts'
import { hashPassword } from './password.ts'
import { takeFromOthers, mergePendingAccounts } from '../contact/prove-contact.ts'
import { findLink, findReachable } from '../queries.ts'
import { isProvedByOthers } from '../contact/queries.ts'
import { replacePassword } from './replace-password.ts'
import { lockContacts, proveByReset } from '../contact/store.ts'
import { useLink } from './store.ts'

/**
 * Sets the password of the link's owner; the link, every other one and every session die, and the person is told by mail. The
 * mail is proved by it: nobody else keeps it unproved, what waits for it becomes theirs, and nothing is sent any more to a
 * phone that they did not prove, which stays a name to sign in with. Who proved no phone enters at once: what is written there
 * may be somebody else's. Throws `reset_link_unknown`, `reset_link_invalid`, `common_password`.
 */
export async function resetPassword(
  app: App,
  { token, newPassword }: { token: string; newPassword: string },
  origin: RequestOrigin,
): Promise<Answer<typeof endpoint>> {
  const tokenHash = hashToken(token)
  const link = await findLink(app, tokenHash, 'reset')
  if (!link) throw new Failure('reset_link_unknown')
  if (!link.isLive) throw new Failure('reset_link_invalid')
  const { userId } = link
  // Before the link is used up: a password that is refused leaves it alive.
  const passwordHash = await hashPassword(app, newPassword, { isKnown: true, from: userId })
  const by = { userId, origin }
  const session = await inTransaction(app, async (app) => {
    await lockContacts(app, [link.contact])
    const used = await useLink(app, tokenHash, 'reset')
    if (!used || !(await replacePassword(app, { userId, passwordHash }))) throw new Failure('reset_link_invalid')
    // Of an account whose only way in is a mail that its owner proved in another: it proves nothing here.
    if (!(await isProvedByOthers(app, 'mail', link.contact, userId))) {
      await takeFromOthers(app, by, 'mail', link.contact)
      await proveByReset(app, userId)
      await mergePendingAccounts(app, by, 'mail', link.contact)
    }
    const phone = (await findReachable(app, userId))?.phone
    // Who forgot their password has often tried it five times before.
    if (phone) await forgive(app, 'sign-in', phone)
    await audit(app, by, { action: 'account.reset_password', objectType: 'user', objectId: userId })
    return enterUnlessPhoneProved(app, userId, origin)
  })
  if (!session) return { status: 'success', message: 'Tu contraseña quedó cambiada. Ya podés ingresar.' }
  const next = session.phone
    ? `Ingresás con el teléfono ${maskPhone(session.phone)}: si no es el tuyo, cambialo en tu perfil.`
    : 'Cargá tu teléfono: con él vas a ingresar.'
  return { status: 'success', message: `Tu contraseña quedó cambiada. ${next}`, session }
}
