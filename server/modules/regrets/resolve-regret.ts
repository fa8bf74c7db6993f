/** The team decides a regret. */
import type { ManagedRegret, resolveRegret as endpoint } from '#contract/regrets.ts'
import { inTransaction, type App } from '#server/context.ts'
import { audit } from '#server/db/audit.ts'
import type { Call } from '#server/http/bound.ts'
import { decideRefunds } from '#server/modules/refunds/decide-refund.ts'
import { refundOrder } from '#server/modules/refunds/refund-order.ts'
import { Failure } from '#server/shared/failure.ts'
import { notifyAnswer } from './notify-answer.ts'
import { getManagedRegret, isUnproved, listCandidateOrders } from './queries.ts'
import { lockRegret, recordResolution, setOutcome } from './store.ts'

/**
 * Refunds one of its purchases, on any day and with any holder, or says why not. Its buyers read the answer, or the typed
 * contact where there is no purchase. Used tickets are left out: god admins refund those one by one. Throws `regret_not_found`, `regret_done`, `order_not_found`,
 * `regret_unproved` for an unverified purchase that the team named unless `withoutProof`, and `nothing_to_refund`.
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
    if (decision === 'refund') {
      const orders = await listCandidateOrders(app, [id])
      const chosen = orders.find(({ publicId }) => publicId === orderId?.trim())
      if (!chosen) throw new Failure('order_not_found')
      if (isUnproved(chosen, regret, orders) && !withoutProof) throw new Failure('regret_unproved')
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
      const open = (await listCandidateOrders(app, [id])).filter(({ outcome }) => outcome !== 'refunding')
      for (const order of open) await setOutcome(app, id, order.id, 'refused')
    }
    await recordResolution(app, id, { answer, resolvedBy: actor.userId })
    await audit(app, actor, 'regret.resolve', ['regret', id], { after: { decision, answer, withoutProof } })
    await notifyAnswer(app, id)
  })
  return getManagedRegret(app, id)
}
