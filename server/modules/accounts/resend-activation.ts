/** Another activation link, for who lost theirs or came too late. */
import { inTransaction, type App } from '#server/context.ts'
import { take } from '#server/db/limits.ts'
import { openChannels, type Channel } from '#server/modules/notifications/send-message.ts'

/** Sends a pending account its link anew, by the open ones of `channels`; in silence nothing after three times in an hour. */
export async function resendActivation(
  app: App,
  userId: string,
  channels: readonly Channel[] = ['mail', 'whatsapp'],
): Promise<void> {
  await inTransaction(app, async (app) => {
    if ((await take(app, 'activation', userId)).isOver) return
    for (const channel of openChannels(app)) {
      if (channels.includes(channel)) {
        await app.queue.enqueue(app, 'accounts.send-link', { userId, kind: 'activation', channel })
      }
    }
  })
}
