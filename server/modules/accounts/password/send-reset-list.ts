/** A forgotten password of a mail that several accounts carry: one message with the link of each. */
import type { JobPayloads } from '#server/jobs/catalogue.ts'
import { inTransaction, type App } from '#server/context.ts'
import { sendMessage } from '#server/modules/notifications/send-message.ts'
import { hashToken } from '#server/shared/crypto.ts'
import { newToken } from '#server/shared/ids.ts'
import { resetListMail, type ListedAccount } from '../messages.ts'
import { findReachable } from '../queries.ts'
import { LIVES_SECONDS } from './send-link.ts'
import { replaceLink } from './store.ts'

/**
 * Makes a link for each that still carries the mail, in the order given, and sends them together. One that proves the mail takes
 * it from the others, except from those that have no other way in. Throws when the vendor is away, to be tried again.
 */
export async function sendResetList(
  app: App,
  { mail, userIds }: JobPayloads['accounts.send-reset-list'],
): Promise<void> {
  const accounts: ListedAccount[] = []
  await inTransaction(app, async (app) => {
    for (const userId of userIds) {
      const person = await findReachable(app, userId)
      if (person?.state !== 'active' || person.mail !== mail) continue
      const token = newToken()
      await replaceLink(app, {
        tokenHash: hashToken(token),
        userId,
        kind: 'reset',
        channel: 'mail',
        contact: mail,
        expiresInSeconds: LIVES_SECONDS.reset,
      })
      accounts.push({ token, name: person.name, phone: person.phone, createdAt: person.createdAt })
    }
  })
  const [first] = accounts
  if (!first) return
  const idempotencyKey = `links-${hashToken(first.token).toString('hex').slice(0, 32)}`
  const about = { publicUrl: app.config.publicUrl, name: first.name, idempotencyKey }
  const outcome = await sendMessage(app, { channel: 'mail', ...resetListMail(mail, about, accounts) })
  if ('refused' in outcome) app.log.warn({ reason: outcome.refused }, 'links could not be sent')
}
