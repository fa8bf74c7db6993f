/** Another activation link, for who lost theirs or came too late. */
import { inTransaction, type App } from '#server/context.ts'
import { openChannels, type Channel } from '#server/modules/notifications/send-message.ts'
import { attemptsKey } from './attempts-key.ts'
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
