/** Another activation link, for who lost theirs or came too late. */
import type { JobPayloads } from '#server/jobs/catalogue.ts'
import { inTransaction, type App } from '#server/context.ts'
import { openChannels, type Channel } from '#server/modules/notifications/send-message.ts'
import { hashToken } from '#server/shared/crypto.ts'
import { attemptsKey } from './attempts-key.ts'
import { findLink } from './queries.ts'
import { noteAttempt } from './store.ts'

const MAX_LINKS = 3
const WINDOW_SECONDS = 3600

/** Sends a pending account its link anew, by the open ones of `channels`; in silence nothing after three times in an hour. */
export async function resendActivation(
  app: App,
  userId: string,
  channels: readonly Channel[] = ['mail', 'whatsapp'],
): Promise<void> {
  await inTransaction(app, async (app) => {
    const { attempts } = await noteAttempt(app, attemptsKey(app.vault, 'activation', userId), WINDOW_SECONDS)
    if (attempts > MAX_LINKS) return
    for (const channel of openChannels(app)) {
      if (channels.includes(channel)) {
        await app.queue.enqueue(app, 'accounts.send-link', { userId, kind: 'activation', channel })
      }
    }
  })
}

/** Asks for a new link with an old one; which tokens ever were is not told. */
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
  if (link) await resendActivation(app, link.userId, [link.channel])
}
