/** A forgotten password: a link by mail, and a new password with it (behaviour.md §1). */
import type { JobPayloads } from '#server/jobs/catalogue.ts'
import { inTransaction, type App } from '#server/context.ts'
import { audit } from '#server/db/audit.ts'
import type { RequestOrigin } from '#server/shared/actor.ts'
import { hashToken } from '#server/shared/crypto.ts'
import { Failure } from '#server/shared/failure.ts'
import { newId } from '#server/shared/ids.ts'
import { attemptsKey } from './attempts-key.ts'
import { endSessions } from './end-sessions.ts'
import { hashPassword } from './password.ts'
import { findByMail, findLink, findReachable } from './queries.ts'
import { resendActivation } from './resend-activation.ts'
import { endLinksOf, markProved, setPassword, useLink } from './store-credentials.ts'
import { forgetAttempts, noteAttempt } from './store.ts'

interface Done {
  readonly status: 'success'
  readonly message: string
}

const MAX_LINKS = 3
const WINDOW_SECONDS = 3600

/** Asks for a link. Whether somebody has the mail is only looked up by a job: the answer and its time tell nothing. */
export async function requestReset(app: App, mail: string): Promise<Done> {
  await app.queue.enqueue(app, 'accounts.look-for-reset', { mail })
  return {
    status: 'success',
    message: 'Si el email está registrado, en unos minutos te va a llegar un enlace para elegir una contraseña nueva.',
  }
}

/** Sends the link to whoever has the mail, three an hour at most; a pending account gets its activation link instead. */
export async function lookForReset(app: App, { mail }: JobPayloads['accounts.look-for-reset']): Promise<void> {
  const person = await findByMail(app, mail)
  if (person?.state === 'pending') await resendActivation(app, person.id, ['mail'])
  if (person?.state !== 'active') return
  await inTransaction(app, async (app) => {
    const { attempts } = await noteAttempt(app, attemptsKey(app.vault, 'reset', person.id), WINDOW_SECONDS)
    if (attempts > MAX_LINKS) return
    await app.queue.enqueue(app, 'accounts.send-link', { userId: person.id, kind: 'reset', channel: 'mail' })
  })
}

/**
 * Sets the password of the link's owner; the link, every other one and every session die, and the person is told by mail.
 * Throws `reset_link_unknown`, `reset_link_invalid`, `common_password`.
 */
export async function resetPassword(
  app: App,
  { token, newPassword }: { token: string; newPassword: string },
  origin: RequestOrigin,
): Promise<Done> {
  const tokenHash = hashToken(token)
  const link = await findLink(app, tokenHash, 'reset')
  if (!link) throw new Failure('reset_link_unknown')
  if (!link.isLive) throw new Failure('reset_link_invalid')
  // Before the link is used up: a password that is refused leaves it alive.
  const passwordHash = await hashPassword(app, newPassword)
  const { userId } = link
  await inTransaction(app, async (app) => {
    const used = await useLink(app, tokenHash, 'reset')
    if (!used || !(await setPassword(app, userId, passwordHash))) throw new Failure('reset_link_invalid')
    await markProved(app, userId, 'mail')
    await endLinksOf(app, userId)
    await endSessions(app, userId)
    const phone = (await findReachable(app, userId))?.phone
    // Who forgot their password has often tried it five times before.
    if (phone) await forgetAttempts(app, attemptsKey(app.vault, 'sign-in', phone))
    await audit(app, { userId, origin }, { action: 'account.reset_password', objectType: 'user', objectId: userId })
    await app.queue.enqueue(app, 'accounts.tell-change', {
      userId,
      change: { what: 'password' },
      channel: 'mail',
      messageId: newId(),
    })
  })
  app.bus.publish('accounts.changed', userId)
  return { status: 'success', message: 'Tu contraseña quedó cambiada. Ya podés ingresar.' }
}
