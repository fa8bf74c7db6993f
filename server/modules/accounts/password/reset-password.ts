/** A forgotten password: asking for a link, looking up whose the mail is, sending the links, and the new password (rules R5.10, R6.4). */
import type { confirmPasswordReset as endpoint } from '#contract/accounts/accounts-credentials.ts'
import type { Answer } from '#contract/api/endpoint.ts'
import { maskPhone } from '#contract/values/phone.ts'
import { inTransaction, type App } from '#server/context.ts'
import { audit } from '#server/db/audit.ts'
import { forgive, take } from '#server/db/limits.ts'
import type { JobPayloads } from '#server/jobs/catalogue.ts'
import { sendOrWarn } from '#server/modules/notifications/send-message.ts'
import type { RequestOrigin } from '#server/shared/actor.ts'
import { hashToken } from '#server/shared/crypto.ts'
import { Failure } from '#server/shared/failure.ts'
import { newToken } from '#server/shared/ids.ts'
import { mailboxOf } from '#server/shared/mailbox.ts'
import { writeLetter } from '#server/shared/mail-page.ts'
import { mergePendingAccounts, takeFromOthers } from '../contact/prove-contact.ts'
import { findForReset, isProvedByOthers } from '../contact/queries.ts'
import { lockContacts, proveByReset } from '../contact/store.ts'
import { findLink, findReachable } from '../queries.ts'
import { resendActivation } from '../registration/activate-account.ts'
import { enterUnlessPhoneProved } from '../session/open-session.ts'
import { replacePassword } from './change-password.ts'
import { resetListMail, type ListedAccount } from './messages.ts'
import { hashPassword } from './password.ts'
import { LIVES_SECONDS } from './send-link.ts'
import { replaceLink, useLink } from './store.ts'

/** Only a job looks the mail up, so neither the answer nor its time reveals whether it has an account. */
export async function requestReset(app: App, mail: string): Promise<{ status: 'success'; message: string }> {
  await app.queue.enqueue(app, 'accounts.look-for-reset', { mail })
  return {
    status: 'success',
    message: 'Si el email está registrado, en unos minutos te va a llegar un enlace para elegir una contraseña nueva.',
  }
}

/**
 * Three times an hour at most, sends the link of the account that carries the mail; of several one mail with a link for each,
 * which says whose by the phone. What waits for the mail gets its activation link instead.
 */
export async function lookForReset(app: App, { mail }: JobPayloads['accounts.look-for-reset']): Promise<void> {
  const { active, waiting } = await findForReset(app, mail)
  if (waiting) await resendActivation(app, waiting, { channels: ['mail'] })
  if (active.length === 0) return
  await inTransaction(app, async (app) => {
    if ((await take(app, 'reset', mailboxOf(mail))).isOver) return
    const [userId] = active
    if (active.length > 1) await app.queue.enqueue(app, 'accounts.send-reset-list', { mail, userIds: active })
    else if (userId) await app.queue.enqueue(app, 'accounts.send-link', { userId, kind: 'reset', channel: 'mail' })
  })
}

/**
 * Makes a link for each that still carries the mail, in the order given, and sends them together. One that proves the mail takes
 * it from the others, except from those that have no other way in. Throws when the vendor is away, to be tried again.
 */
export async function sendResetList(
  app: App,
  { mail, userIds }: JobPayloads['accounts.send-reset-list'],
): Promise<void> {
  const accounts: ListedAccount[] = []
  await inTransaction(app, async (app) => {
    for (const userId of userIds) {
      const person = await findReachable(app, userId)
      if (person?.state !== 'active' || person.mail !== mail) continue
      const token = newToken()
      await replaceLink(app, {
        tokenHash: hashToken(token),
        userId,
        kind: 'reset',
        channel: 'mail',
        contact: mail,
        expiresInSeconds: LIVES_SECONDS.reset,
      })
      accounts.push({ token, name: person.name, phone: person.phone, createdAt: person.createdAt })
    }
  })
  const [first] = accounts
  if (!first) return
  const idempotencyKey = `links-${hashToken(first.token).toString('hex').slice(0, 32)}`
  const about = { publicUrl: app.config.publicUrl, name: first.name, idempotencyKey }
  const message = writeLetter(mail, about, resetListMail(accounts))
  await sendOrWarn(app, { channel: 'mail', ...message }, { job: 'accounts.send-reset-list' })
}

/**
 * Sets the password of the link's owner; the link, every other one and every session die, and the person is notified by mail. The
 * mail is proved by it: other accounts lose it, what waits for it becomes theirs, and nothing is sent any more to a
 * phone that they did not prove, which stays a name to sign in with. A person without a proved phone enters at once: what is written there
 * may belong to another person. Throws `reset_link_unknown`, `reset_link_invalid`, `common_password`.
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
    // A person who forgot the password has often tried it five times before.
    if (phone) await forgive(app, 'sign-in', phone)
    await audit(app, by, 'account.reset_password', ['user', userId])
    return enterUnlessPhoneProved(app, userId, origin)
  })
  if (!session) return { status: 'success', message: 'Tu contraseña quedó cambiada. Ya podés ingresar.' }
  const next = session.phone
    ? `Ingresás con el teléfono ${maskPhone(session.phone)}: si no es el tuyo, cambialo en tu perfil.`
    : 'Cargá tu teléfono: con él vas a ingresar.'
  return { status: 'success', message: `Tu contraseña quedó cambiada. ${next}`, session }
}
