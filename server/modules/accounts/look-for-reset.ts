/** A forgotten password: whether anybody has the mail. */
import type { JobPayloads } from '#server/jobs/catalogue.ts'
import { inTransaction, type App } from '#server/context.ts'
import { take } from '#server/db/limits.ts'
import { findByMail } from './queries.ts'
import { resendActivation } from './resend-activation.ts'

/** Sends the link to whoever has the mail, three an hour at most; a pending account gets its activation link instead. */
export async function lookForReset(app: App, { mail }: JobPayloads['accounts.look-for-reset']): Promise<void> {
  const person = await findByMail(app, mail)
  if (person?.state === 'pending') await resendActivation(app, person.id, ['mail'])
  if (person?.state !== 'active') return
  await inTransaction(app, async (app) => {
    if ((await take(app, 'reset', person.id)).isOver) return
    await app.queue.enqueue(app, 'accounts.send-link', { userId: person.id, kind: 'reset', channel: 'mail' })
  })
}
