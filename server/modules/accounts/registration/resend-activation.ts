/** Activation links of a pending account: the first, and another for who lost theirs or came too late. */
import { inTransaction, type App, type Tx } from '#server/context.ts'
import { take } from '#server/db/limits.ts'
import { openChannels, type Channel } from '#server/modules/notifications/send-message.ts'
import { findReachable } from '../queries.ts'

/**
 * Sends a pending account its link by the open ones of `channels`; in silence not where three of any account went in an hour,
 * whoever asks: the last one of them lets its owner in too (threat 27). Who names an old link of the account (`isOwner`)
 * has that link's phone or mail, and is counted apart. Joins the caller's transaction.
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
      if ((await take(app, 'activation', isOwner ? `${userId} ${channel}` : contact)).isOver) continue
      await app.queue.enqueue(app, 'accounts.send-link', { userId, kind: 'activation', channel })
    }
  })
}
