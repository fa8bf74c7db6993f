/** Reset and activation links leave here, in the worker: no token is ever in a queue, a log or the database. */
import { inTransaction, type App } from '#server/context.ts'
import type { JobPayloads } from '#server/jobs/catalogue.ts'
import { sendOrWarn, type OutgoingMessage } from '#server/modules/notifications/send-message.ts'
import { hashToken } from '#server/shared/crypto.ts'
import { newToken } from '#server/shared/ids.ts'
import { writeLetter, type Letter } from '#server/shared/mail-page.ts'
import { findReachable } from '../queries.ts'
import { activationMail, activationWhatsapp, phoneTakenMail, resetMail } from './messages.ts'
import { insertLink, replaceLink, type LinkKind } from './store.ts'

/** 30 minutes and 72 hours (rule R5.10). */
export const LIVES_SECONDS: Readonly<Record<LinkKind, number>> = { reset: 30 * 60, activation: 72 * 3600 }

const STATE: Readonly<Record<LinkKind, string>> = { reset: 'active', activation: 'pending' }

/**
 * Makes a link and sends it by the channel given; the one before it dies, also when this is a second try. Sends nothing to
 * who has no such contact, or whose account is in another state by now. Throws when the vendor is away, to be tried again.
 */
export async function sendLink(
  app: App,
  { userId, kind, channel, takenPhone }: JobPayloads['accounts.send-link'],
): Promise<void> {
  const person = await findReachable(app, userId)
  const contact = channel === 'mail' ? person?.mail : person?.phone
  if (!person || !contact || person.state !== STATE[kind]) return
  // A notice about a lost phone may arrive at night, so its link lasts as long as an activation link.
  const expiresInSeconds = LIVES_SECONDS[takenPhone ? 'activation' : kind]
  const token = newToken()
  const tokenHash = hashToken(token)
  await inTransaction(app, (app) => replaceLink(app, { tokenHash, userId, kind, channel, contact, expiresInSeconds }))
  const { name } = person
  const { publicUrl } = app.config
  const idempotencyKey = `link-${tokenHash.toString('hex').slice(0, 32)}`
  const mail = (letter: Letter): OutgoingMessage => ({
    channel: 'mail',
    ...writeLetter(contact, { name, publicUrl, idempotencyKey }, letter),
  })
  const message: OutgoingMessage = takenPhone
    ? mail(phoneTakenMail(token, takenPhone))
    : kind === 'reset'
      ? mail(resetMail(token))
      : channel === 'mail'
        ? mail(activationMail(token))
        : { channel, to: contact, ...activationWhatsapp(name, token), idempotencyKey }
  await sendOrWarn(app, message, { job: 'accounts.send-link', userId, kind, channel })
}

/**
 * Makes a link by which a pending account is activated, for a mail to it that is about something else; those before it stay
 * alive, because each is in a mail of its own. Null for an account in another state, or with another mail by now.
 */
export async function makeActivationLink(app: App, userId: string, mail: string): Promise<string | null> {
  const person = await findReachable(app, userId)
  if (person?.state !== 'pending' || person.mail !== mail) return null
  const token = newToken()
  const link = { tokenHash: hashToken(token), userId, kind: 'activation', channel: 'mail', contact: mail } as const
  await insertLink(app, { ...link, expiresInSeconds: LIVES_SECONDS.activation })
  return token
}
