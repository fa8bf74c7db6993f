/** The team decides a regret. */
import type { ManagedRegret, resolveRegret as endpoint } from '#contract/sales/regrets.ts'
import { inTransaction, type App } from '#server/context.ts'
import { audit } from '#server/db/audit.ts'
import type { Call } from '#server/http/bound.ts'
import { decideRefunds } from '#server/modules/refunds/decide-refund.ts'
import { refundOrder } from '#server/modules/refunds/refund-order.ts'
import { Failure } from '#server/shared/failure.ts'
import { notifyAnswer } from './notify-answer.ts'
import { isUnproved, listCandidateOrders, type CandidateOrder } from './queries.ts'
import { getManagedRegret } from './queries-managed.ts'
import { lockRegret, recordResolution, setOutcome } from './store.ts'

/**
 * Refunds one of its purchases, on any day and with any holder, or says why not. The answer belongs to that purchase and its buyer
 * alone reads it; the typed contact does where there is no purchase. It closes that buyer's unconfirmed purchases too. Used tickets
 * are left out: god admins refund those one by one. Throws `regret_not_found`, `regret_done`, `order_not_found`,
 * `regret_unproved` for an unverified purchase (`isUnproved`) unless `withoutProof`, `regret_several_buyers` for a refusal that names
 * no purchase where several buyers wait for one, and `nothing_to_refund`.
 */
export async function resolveRegret(
  app: App,
  { actor, params: { id }, body }: Pick<Call<typeof endpoint>, 'actor' | 'params' | 'body'>,
): Promise<ManagedRegret> {
  const { decision, orderId, withoutProof = false, answer } = body
  await inTransaction(app, async (app) => {
    const regret = await lockRegret(app, id)
    if (!regret) throw new Failure('regret_not_found')
    if (regret.state === 'done') throw new Failure('regret_done')
    const orders = await listCandidateOrders(app, [id])
    const chosen = orders.find(({ publicId }) => publicId === orderId?.trim())
    if (!chosen && (decision === 'refund' || orderId !== undefined)) throw new Failure('order_not_found')
    if (chosen?.outcome === 'refunding' || chosen?.outcome === 'refused') throw new Failure('regret_done')
    const answered = chosen ? withUnconfirmed(chosen, orders) : orders.filter(isUndecided)
    if (new Set(answered.map(({ buyerId }) => buyerId)).size > 1) throw new Failure('regret_several_buyers')
    if (decision === 'refund' && chosen) {
      if (isUnproved(chosen, orders) && !withoutProof) throw new Failure('regret_unproved')
      const { ids } = await refundOrder(app, actor, chosen.id, {
        source: 'buyer_regret',
        reason: answer,
        requestedBy: actor.userId,
        about: { regretId: id },
        decide: (tickets) => ({ refunds: decideRefunds(tickets) }),
      })
      if (ids.length === 0) throw new Failure('nothing_to_refund')
      await setOutcome(app, id, chosen.id, 'refunding', ids)
    } else {
      for (const order of chosen ? [chosen] : answered) await setOutcome(app, id, order.id, 'refused')
    }
    const orderIds = answered.map((order) => order.id)
    await recordResolution(app, id, { orderIds, answer, resolvedBy: actor.userId })
    await audit(app, actor, 'regret.resolve', ['regret', id], { after: { decision, answer, withoutProof, orderIds } })
    await notifyAnswer(app, id, chosen?.id ?? orderIds[0] ?? null)
  })
  return getManagedRegret(app, actor, id)
}

function isUndecided({ state, outcome }: CandidateOrder): boolean {
  return state !== 'done' && outcome !== 'refunding'
}

/** The purchase, and those of its buyer that wait for nothing but a confirmation. */
function withUnconfirmed(chosen: CandidateOrder, orders: readonly CandidateOrder[]): CandidateOrder[] {
  const { buyerId } = chosen
  return [
    chosen,
    ...orders.filter(
      (order) => order !== chosen && order.buyerId === buyerId && order.outcome === 'open' && isUndecided(order),
    ),
  ]
}
