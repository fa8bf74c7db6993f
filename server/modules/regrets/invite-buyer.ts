/** The link by which a buyer confirms what they regret, to the mail that they bought with. */
import type { App, Tx } from '#server/context.ts'
import { take } from '#server/db/limits.ts'
import { findReachable } from '#server/modules/accounts/queries.ts'
import { defineNotification, notify } from '#server/modules/notifications/notify.ts'
import { makeLinkToken } from '#server/shared/link-token.ts'
import { invitationMail } from './messages.ts'
import { findRegret } from './queries.ts'

interface About {
  readonly regretId: string
  readonly buyerId: string
}

/** The link is made when it is sent: no job carries it. */
export const buyerInvited = defineNotification('regrets.buyer-invited', {
  async find(app: App, { regretId, buyerId }: About) {
    const [regret, buyer] = await Promise.all([findRegret(app, { id: regretId }), findReachable(app, buyerId)])
    if (!regret || !buyer) return undefined
    const { code, submittedAt } = regret
    return {
      ...buyer,
      code,
      submittedAt,
      token: makeLinkToken(app.vault, { kind: 'regret-link', id: regretId }, buyerId),
    }
  },
  mail: invitationMail,
})

/**
 * Sends it once the caller's transaction commits, if the buyer has a mail that is not full: anybody who knows a mail can type it,
 * and everybody gets the code at once. Each link counts, however many ask at the same moment. `key` names the request.
 */
export async function inviteBuyer(
  app: Tx,
  { regretId, buyerId }: About,
  quota: 'regret links by contact' | 'regret links by number',
  key: string,
): Promise<void> {
  const buyer = await findReachable(app, buyerId)
  if (!buyer?.mail) return
  if ((await take(app, quota, buyerId)).isOver) {
    app.log.warn({ regretId, quota }, 'regret link not sent; the buyer had enough of them today')
    return
  }
  await notify(app, buyerInvited, { regretId, buyerId }, key)
}
