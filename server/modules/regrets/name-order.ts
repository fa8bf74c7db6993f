/** The team names a purchase that a regret is about and that nothing typed led to. */
import type { ManagedRegret, nameRegretOrder as endpoint } from '#contract/sales/regrets.ts'
import { inTransaction, type App } from '#server/context.ts'
import { audit } from '#server/db/audit.ts'
import type { Call } from '#server/http/bound.ts'
import { Failure } from '#server/shared/failure.ts'
import { inviteBuyer } from './invite-buyer.ts'
import { findPaidOrder, listBuyers } from './queries-people.ts'
import { getManagedRegret } from './queries-managed.ts'
import { addNamedOrder, lockRegret } from './store.ts'

/**
 * Adds it to the regret and sends its buyer a link to confirm it; the code alone shows nothing of it. Naming it again changes
 * nothing. Throws `regret_not_found`, `regret_done`, `order_not_found`, and `regret_other_buyer` when the regret has a purchase of
 * another buyer, who needs a regret of their own.
 */
export async function nameOrder(
  app: App,
  { actor, params: { id }, body: { orderNumber } }: Call<typeof endpoint>,
): Promise<ManagedRegret> {
  await inTransaction(app, async (app) => {
    const regret = await lockRegret(app, id)
    if (!regret) throw new Failure('regret_not_found')
    if (regret.state === 'done') throw new Failure('regret_done')
    const order = await findPaidOrder(app, orderNumber.trim())
    if (!order) throw new Failure('order_not_found')
    const buyers = await listBuyers(app, id)
    if (buyers.some((buyerId) => buyerId !== order.buyerId)) throw new Failure('regret_other_buyer')
    if (!(await addNamedOrder(app, id, order.id))) return
    await audit(app, actor, 'regret.name-order', ['regret', id], { after: { orderId: order.id } })
    await inviteBuyer(app, { regretId: id, buyerId: order.buyerId }, 'regret links by number', `${id}-${order.id}`)
  })
  return getManagedRegret(app, actor, id)
}
