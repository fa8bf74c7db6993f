/** A person of the team decides a regret. */
import type { ParsedInput } from '#contract/endpoint.ts'
import type { ManagedRegret, resolveRegret as resolveRegretEndpoint } from '#contract/regrets.ts'
import { inTransaction, type App } from '#server/context.ts'
import { audit } from '#server/db/audit.ts'
import { lockSaleAndTickets } from '#server/modules/checkout/reversals/settle-sale.ts'
import { decideRefunds } from '#server/modules/refunds/decide-refund.ts'
import { requestTicketRefunds } from '#server/modules/refunds/request-ticket-refunds.ts'
import type { Actor } from '#server/shared/actor.ts'
import { Failure } from '#server/shared/failure.ts'
import { publishChange, orderTopics } from '#server/shared/publish-change.ts'
import { findRegret, isUnproved, listMeantOrders, manageRegret } from './queries.ts'
import { lockRegret, noteResolved, setOutcome } from './store.ts'

/**
 * Gives one of its purchases back, whatever day it is and whoever has the tickets, or says why not; its buyers read the answer, or
 * whoever typed their contact where there is no purchase.
 * Used tickets stay: god admins give those back one by one. Throws `regret_not_found`, `regret_done`, `order_not_found`,
 * `regret_unproved` of one that the team named and nobody proved to be theirs, but `withoutProof`, and `nothing_to_refund`.
 */
export async function resolveRegret(
  app: App,
  actor: Actor,
  id: string,
  { decision, orderId, withoutProof = false, answer }: ParsedInput<typeof resolveRegretEndpoint>['body'],
): Promise<ManagedRegret> {
  await inTransaction(app, async (app) => {
    const regret = await lockRegret(app, id)
    if (!regret) throw new Failure('regret_not_found')
    if (regret.state === 'done') throw new Failure('regret_done')
    if (decision === 'refund') {
      const orders = await listMeantOrders(app, id)
      const chosen = orders.find(({ publicId }) => publicId === orderId?.trim())
      if (!chosen) throw new Failure('order_not_found')
      if (isUnproved(chosen, regret, orders) && !withoutProof) throw new Failure('regret_unproved')
      const order = await lockSaleAndTickets(app, chosen.id)
      const meant = (await listMeantOrders(app, id)).find((each) => each.id === chosen.id)
      const refunds = decideRefunds(meant?.tickets ?? [])
      if (refunds.length === 0) throw new Failure('nothing_to_refund')
      const request = { source: 'buyer_regret', reason: answer, requestedBy: actor.userId } as const
      const { ids } = await requestTicketRefunds(app, chosen.id, refunds, request)
      await setOutcome(app, id, chosen.id, 'refunding', ids)
      await audit(app, actor, 'refund.request', ['order', chosen.id], {
        after: { refundIds: ids, source: 'buyer_regret', regretId: id },
      })
      app.afterCommit(({ bus }) => publishChange(bus, orderTopics(order)))
    } else {
      const open = (await listMeantOrders(app, id)).filter(({ outcome }) => outcome !== 'refunding')
      for (const order of open) await setOutcome(app, id, order.id, 'refused')
    }
    await noteResolved(app, id, { answer, resolvedBy: actor.userId })
    await audit(app, actor, 'regret.resolve', ['regret', id], { after: { decision, answer, withoutProof } })
    await app.queue.enqueue(app, 'regrets.tell', { regretId: id }, { singletonKey: id })
  })
  const regret = await findRegret(app, { id })
  if (!regret) throw new Failure('regret_not_found')
  return manageRegret(app, regret, app.clock.now())
}
