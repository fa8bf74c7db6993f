/** The owner, or a god admin, takes the payment account away. */
import type { Proof } from '#contract/roles.ts'
import { inTransaction, type App } from '#server/context.ts'
import type { Actor } from '#server/shared/actor.ts'
import { Failure } from '#server/shared/failure.ts'
import { requireOwner } from '../access.ts'
import { endAccount } from './end-account.ts'
import { queueAccountNews } from './notify-owner.ts'
import { countAwaited, listAccounts } from './queries.ts'
import { lockCompany } from './store.ts'

/**
 * Ends every account of the company that sells or waits to; their tokens stay for refunds (rule R7.2). Throws
 * `mp_not_authorized` to whoever is not the owner, `mp_connection_not_found` when there is none, and `orders_await_payment`, with
 * their number, while the provider may be taking money for some; a god admin may force that.
 */
export async function disconnectAccount(
  app: App,
  actor: Actor,
  companyId: Proof<'managedCompany'>,
  { force = false }: { force?: boolean | undefined },
): Promise<void> {
  const isGod = actor.roles.includes('godAdmin')
  if (!isGod) requireOwner(actor, companyId)
  await inTransaction(app, async (app) => {
    await lockCompany(app, companyId)
    const open = (await listAccounts(app, companyId)).filter(({ endedAt }) => endedAt === null)
    if (open.length === 0) throw new Failure('mp_connection_not_found')
    const count = await countAwaited(app, companyId)
    if (count > 0 && !(force && isGod)) throw new Failure('orders_await_payment', { count })
    for (const { collectorId } of open)
      await endAccount(app, actor, { companyId, collectorId, because: 'disconnected' })
    await queueAccountNews(app, companyId, { what: 'disconnected' })
  })
}
