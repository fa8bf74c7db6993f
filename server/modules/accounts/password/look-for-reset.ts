/** A forgotten password: whose the mail is. */
import type { JobPayloads } from '#server/jobs/catalogue.ts'
import { inTransaction, type App } from '#server/context.ts'
import { take } from '#server/db/limits.ts'
import { findForReset } from '../contact/queries.ts'
import { resendActivation } from '../registration/resend-activation.ts'

/**
 * Three times an hour at most, sends the link of the account that carries the mail; of several one mail with a link for each,
 * which says whose by the phone. What waits for the mail gets its activation link instead.
 */
export async function lookForReset(app: App, { mail }: JobPayloads['accounts.look-for-reset']): Promise<void> {
  const { active, waiting } = await findForReset(app, mail)
  if (waiting) await resendActivation(app, waiting, { channels: ['mail'] })
  if (active.length === 0) return
  await inTransaction(app, async (app) => {
    if ((await take(app, 'reset', mail)).isOver) return
    const [userId] = active
    if (active.length > 1) await app.queue.enqueue(app, 'accounts.send-reset-list', { mail, userIds: active })
    else if (userId) await app.queue.enqueue(app, 'accounts.send-link', { userId, kind: 'reset', channel: 'mail' })
  })
}
