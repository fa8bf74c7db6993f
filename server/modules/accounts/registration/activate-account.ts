/** Activation links of pending accounts: sent, sent again to who comes too late, and used by the account's owner. */
import type { activateAccount as endpoint } from '#contract/accounts/accounts-credentials.ts'
import type { Answer } from '#contract/api/endpoint.ts'
import { inTransaction, type App, type Tx } from '#server/context.ts'
import { audit } from '#server/db/audit.ts'
import { take } from '#server/db/limits.ts'
import type { JobPayloads } from '#server/jobs/catalogue.ts'
import { openChannels, type Channel } from '#server/modules/notifications/send-message.ts'
import type { RequestOrigin } from '#server/shared/actor.ts'
import { hashToken } from '#server/shared/crypto.ts'
import { Failure, isFailure } from '#server/shared/failure.ts'
import { mailboxOf } from '#server/shared/mailbox.ts'
import { mergePendingAccounts, notifyGivers, takeFromOthers } from '../contact/prove-contact.ts'
import { findPerson, isGuest } from '../contact/queries.ts'
import { lockContacts, offerPhone } from '../contact/store.ts'
import { hashPassword } from '../password/password.ts'
import { endLinksOf, useLink } from '../password/store.ts'
import { findLink, findReachable } from '../queries.ts'
import { enterUnlessPhoneProved } from '../session/open-session.ts'
import { activateUser } from './store.ts'

const JOINED = 'Ya tenías una cuenta con este contacto: sumamos tu compra. Ingresá con tu contraseña de siempre.'

/**
 * Sends a pending account its link by the open ones of `channels`; in silence not where three of any account went in an hour,
 * no matter who asks: the last one of them lets its owner in too (threat 27). A caller with an old link of the account (`isOwner`)
 * has that link's phone or mail, and is counted separately. Joins the caller's transaction.
 */
export async function resendActivation(
  app: App | Tx,
  userId: string,
  { channels = ['mail', 'whatsapp'], isOwner = false }: { channels?: readonly Channel[]; isOwner?: boolean } = {},
): Promise<void> {
  await inTransaction(app, async (app) => {
    const person = await findReachable(app, userId)
    if (person?.state !== 'pending') return
    for (const channel of openChannels(app)) {
      const contact = channel === 'mail' ? person.mail : person.phone
      if (!contact || !channels.includes(channel)) continue
      if ((await take(app, 'activation', isOwner ? `${userId} ${channel}` : mailboxOf(contact))).isOver) continue
      await app.queue.enqueue(app, 'accounts.send-link', { userId, kind: 'activation', channel })
    }
  })
}

/** Only a job looks the token up, so neither the answer nor its time reveals whether it ever existed. */
export async function requestActivation(app: App, token: string): Promise<{ status: 'success'; message: string }> {
  await app.queue.enqueue(app, 'accounts.renew-activation', { tokenHash: hashToken(token).toString('base64url') })
  return {
    status: 'success',
    message: 'Si la cuenta todavía no está activa, en unos minutos te va a llegar un enlace nuevo.',
  }
}

/** Sends the owner of an old link a new one, the way the old one went. */
export async function renewActivation(
  app: App,
  { tokenHash }: JobPayloads['accounts.renew-activation'],
): Promise<void> {
  const link = await findLink(app, Buffer.from(tokenHash, 'base64url'), 'activation')
  if (link) await resendActivation(app, link.userId, { channels: [link.channel], isOwner: true })
}

/**
 * Activates the link's owner and marks the contact that the link went to as proved: other accounts lose it, and whatever
 * else waits for it becomes theirs too. Every other link dies, and a mail that was not proved by it waits for its code. A person
 * proved by mail enters at once and gives a phone: the one that was written for them is not theirs until they do; the one that they
 * typed as a buyer without a session waits for its code. What was bought without a session joins the account that verified the contact
 * already, whose password stays. Throws `activation_link_unknown`, `activation_link_invalid`, `common_password`.
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
    const owner = (await isGuest(app, userId))
      ? await findPerson(app, { phone: null, mail: null, [proved]: contact })
      : null
    if (owner?.state === 'active') {
      await mergePendingAccounts(app, { userId: owner.id, origin }, proved, contact)
      if (proved === 'mail' && person?.phone) await offerPhone(app, owner.id, person.phone)
      return 'joined'
    }
    await takeFromOthers(app, by, proved, contact)
    if (!(await activateUser(app, { userId, passwordHash, proved }))) throw new Failure('activation_link_invalid')
    await endLinksOf(app, userId)
    await audit(app, by, 'account.activate', ['user', userId], {
      before: { state: 'pending' },
      after: { state: 'active', proved },
    })
    if (person?.mail) await notifyGivers(app, { waitedId: userId, holderId: userId, proved })
    await mergePendingAccounts(app, by, proved, contact)
    return enterUnlessPhoneProved(app, userId, origin)
  }).catch((error: unknown) => {
    // Another account proved the contact meanwhile and received what waited for it.
    const isTaken = isFailure(error, 'phone_taken') || isFailure(error, 'mail_taken')
    throw isTaken ? new Failure('activation_link_invalid', undefined, { cause: error }) : error
  })
  if (session === 'joined') return { status: 'success', message: JOINED }
  return session
    ? {
        status: 'success',
        message: `Tu cuenta quedó activada. ${session.pendingPhone ? 'Verificá' : 'Cargá'} tu teléfono: con él vas a ingresar.`,
        session,
      }
    : { status: 'success', message: 'Tu cuenta quedó activada. Ya podés ingresar con tu teléfono y tu contraseña.' }
}
