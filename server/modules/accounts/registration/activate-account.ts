/** A pending account becomes its owner's: password and terms, by the link that was sent to them. */
import type { activateAccount as endpoint } from '#contract/accounts-credentials.ts'
import type { Answer } from '#contract/endpoint.ts'
import { inTransaction, type App } from '#server/context.ts'
import { audit } from '#server/db/audit.ts'
import type { RequestOrigin } from '#server/shared/actor.ts'
import { hashToken } from '#server/shared/crypto.ts'
import { Failure, isFailure } from '#server/shared/failure.ts'
import { enterUnlessPhoneProved } from '../session/enter-unless-phone-proved.ts'
import { hashPassword } from '../password/password.ts'
import { takeFromOthers, mergePendingAccounts, notifyGivers } from '../contact/prove-contact.ts'
import { findLink, findReachable } from '../queries.ts'
import { activateUser, lockContacts } from '../contact/store.ts'
import { endLinksOf, useLink } from '../password/store.ts'

/**
 * Activates the link's owner and notes the contact that the link went to as proved: nobody else keeps it unproved, and whatever
 * else waits for it becomes theirs too. Every other link dies, and a mail that was not proved by it waits for its code. Who
 * was proved by mail enters at once and gives a phone: the one that was written for them is not theirs until they do. Throws
 * `activation_link_unknown`, `activation_link_invalid`, `common_password`.
 */
export async function activateAccount(
  app: App,
  { token, newPassword }: { token: string; newPassword: string },
  origin: RequestOrigin,
): Promise<Answer<typeof endpoint>> {
  const tokenHash = hashToken(token)
  const link = await findLink(app, tokenHash, 'activation')
  if (!link) throw new Failure('activation_link_unknown')
  if (!link.isLive) throw new Failure('activation_link_invalid')
  const { userId } = link
  // Before the link is used up: a password that is refused leaves it alive.
  const passwordHash = await hashPassword(app, newPassword, { isKnown: true, from: userId })
  const by = { userId, origin }
  const person = await findReachable(app, userId)
  const session = await inTransaction(app, async (app) => {
    await lockContacts(app, [person?.phone ?? null, person?.mail ?? null])
    const used = await useLink(app, tokenHash, 'activation')
    if (!used) throw new Failure('activation_link_invalid')
    const { contact } = used
    const proved = used.channel === 'mail' ? 'mail' : 'phone'
    await takeFromOthers(app, by, proved, contact)
    if (!(await activateUser(app, { userId, passwordHash, proved }))) throw new Failure('activation_link_invalid')
    await endLinksOf(app, userId)
    await audit(app, by, {
      action: 'account.activate',
      objectType: 'user',
      objectId: userId,
      before: { state: 'pending' },
      after: { state: 'active', proved },
    })
    if (person?.mail) await notifyGivers(app, { waitedId: userId, holderId: userId, proved })
    await mergePendingAccounts(app, by, proved, contact)
    return enterUnlessPhoneProved(app, userId, origin)
  }).catch((error: unknown) => {
    // Somebody proved it otherwise meanwhile, and has what waited.
    const isTaken = isFailure(error, 'phone_taken') || isFailure(error, 'mail_taken')
    throw isTaken ? new Failure('activation_link_invalid', undefined, { cause: error }) : error
  })
  return session
    ? { status: 'success', message: 'Tu cuenta quedó activada. Cargá tu teléfono: con él vas a ingresar.', session }
    : { status: 'success', message: 'Tu cuenta quedó activada. Ya podés ingresar con tu teléfono y tu contraseña.' }
}
