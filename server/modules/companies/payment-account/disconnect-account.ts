/** The owner, or a god admin, takes the payment account away. */
import type { disconnectPaymentAccount } from '#contract/companies/companies-payment-account.ts'
import { inTransaction, type App } from '#server/context.ts'
import type { Call } from '#server/http/bound.ts'
import { Failure } from '#server/shared/failure.ts'
import { isOwner, requireOwner } from '../access.ts'
import { waiting } from './account.ts'
import { endAccount } from './end-account.ts'
import { notifyAccount } from './notify-account.ts'
import { countAwaited, databaseNow, listAccounts } from './queries.ts'
import { lockCompany } from './store.ts'

/**
 * Ends every account of the company that sells or waits to; their tokens stay for refunds (rule R7.2). While one waits for its day,
 * its owner ends only that one, even during payments: nothing is being paid there, and the one that sells goes on (rule R7.4). Throws
 * `mp_not_authorized` unless the actor is the owner, `mp_connection_not_found` when there is none, and `orders_await_payment`, with
 * their number, while the provider may be taking money for some; a god admin may force that.
 */
export async function disconnectAccount(
  app: App,
  { actor, proof: companyId, query }: Call<typeof disconnectPaymentAccount>,
): Promise<void> {
  const isGod = actor.roles.includes('godAdmin')
  const isForced = query.force === true && isGod
  if (!isGod) requireOwner(actor, companyId)
  await inTransaction(app, async (app) => {
    await lockCompany(app, companyId)
    const open = (await listAccounts(app, companyId)).filter(({ endedAt }) => endedAt === null)
    if (open.length === 0) throw new Failure('mp_connection_not_found')
    const next = isOwner(actor, companyId) && !isForced ? waiting(open, await databaseNow(app)) : undefined
    if (next) {
      const { collectorId, nickname } = next
      await endAccount(app, actor, { companyId, collectorId, because: 'disconnected' })
      return notifyAccount(app, companyId, { what: 'change_cancelled', nickname, isAlone: open.length === 1 })
    }
    const count = await countAwaited(app, companyId)
    if (count > 0 && !isForced) throw new Failure('orders_await_payment', { count })
    for (const { collectorId } of open)
      await endAccount(app, actor, { companyId, collectorId, because: 'disconnected' })
    await notifyAccount(app, companyId, { what: 'disconnected' })
  })
}
