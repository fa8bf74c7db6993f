/** An order without a session joins the account of who verified its contact. */
import type { joinGuestOrder as endpoint } from '#contract/sales/checkout-guest.ts'
import { inTransaction, type App } from '#server/context.ts'
import type { Call } from '#server/http/bound.ts'
import { joinWaiting } from '#server/modules/accounts/contact/join-waiting.ts'
import { Failure } from '#server/shared/failure.ts'
import { findOrder } from '../queries.ts'

/** Everything that waits for the contact comes with it. Again, it does nothing. Throws `contact_not_yours`. */
export async function joinGuestOrder(
  app: App,
  { actor, proof: publicId }: Pick<Call<typeof endpoint>, 'actor' | 'proof'>,
): Promise<void> {
  await inTransaction(app, async (app) => {
    const order = await findOrder(app, publicId)
    if (!order) throw new Failure('order_not_found')
    if (order.buyerId === actor.userId) return
    if (!(await joinWaiting(app, actor, order.buyerId))) throw new Failure('contact_not_yours')
  })
}
