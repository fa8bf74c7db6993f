/** Puts a notice in line to be sent to many people. */
import type { RawBuilder } from 'kysely'
import type { Core } from '#server/context.ts'
import { openChannels } from './send-message.ts'
import { insertNotices, requeueFailed } from './store-notices.ts'

/**
 * Queues a notice to everybody whom `people` (rows with a `user_id`) names, once by each open channel. Again, it adds whom it does
 * not have. Call it in the transaction that makes the notice.
 */
export function queueNotice(app: Core, noticeId: string, people: RawBuilder<unknown>): Promise<void> {
  return insertNotices(app, noticeId, people, openChannels(app))
}

/** Queues a notice again for the people whom none of its messages reached, by the channels that are open now; gives how many people. */
export function queueNoticeAgain(app: Core, noticeId: string): Promise<number> {
  return requeueFailed(app, noticeId, openChannels(app))
}
