/** A forgotten password: whether anybody has the mail. */
import type { JobPayloads } from '#server/jobs/catalogue.ts'
import { inTransaction, type App } from '#server/context.ts'
import { attemptsKey } from './attempts-key.ts'
import { findByMail } from './queries.ts'
import { resendActivation } from './resend-activation.ts'
import { noteAttempt } from './store.ts'

const MAX_LINKS = 3
const WINDOW_SECONDS = 3600

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
