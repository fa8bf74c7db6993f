/** Somebody of a team is told what became of them there. */
import type { Core } from '#server/context.ts'
import type { JobPayloads } from '#server/jobs/catalogue.ts'
import { takeNoticeQuota } from '#server/modules/accounts/contact/take-notice-quota.ts'
import { openChannels } from '#server/modules/notifications/send-message.ts'
import { newId } from '#server/shared/ids.ts'

type News = Omit<JobPayloads['events.tell-staff'], 'channel' | 'messageId'>

/**
 * Has them told once by every channel that is open; in silence not at all after ten notices in an hour (`takeNoticeQuota`). Call
 * it in the transaction of the act itself.
 */
export async function queueStaffNews(app: Core, news: News): Promise<void> {
  if (!(await takeNoticeQuota(app, news.userId))) return
  const messageId = newId()
  for (const channel of openChannels(app)) {
    await app.queue.enqueue(app, 'events.tell-staff', { ...news, channel, messageId })
  }
}
