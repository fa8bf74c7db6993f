/** Whoever bought confirms: what may be regretted goes back by itself, a person decides the rest. */
import type { ParsedInput } from '#contract/endpoint.ts'
import type { confirmRegret as confirmRegretEndpoint, Regret } from '#contract/regrets.ts'
import { inTransaction, type App, type Tx } from '#server/context.ts'
import { audit, type AuditOrigin } from '#server/db/audit.ts'
import { lockSaleAndTickets } from '#server/modules/checkout/reversals/settle-sale.ts'
import { requestTicketRefunds } from '#server/modules/refunds/request-ticket-refunds.ts'
import type { RequestOrigin } from '#server/shared/actor.ts'
import { toInstant } from '#server/shared/clock.ts'
import { Failure } from '#server/shared/failure.ts'
import { publishChange, orderTopics } from '#server/shared/publish-change.ts'
import { decideRegret } from './decide-regret.ts'
import { findRegret, listMeantOrders, showRegret } from './queries.ts'
import { buyerOfToken } from './regret-token.ts'
import { lockRegret, noteProved, setOutcome } from './store.ts'

/**
 * Gives back what of the chosen purchases may be regretted. Confirming again changes nothing of what was decided. Throws
 * `regret_not_found`, `regret_link_invalid` for a token of another regret or none, `order_not_found` when it is about none of those.
 */
export async function confirmRegret(
  app: App,
  origin: RequestOrigin,
  code: string,
  { token, orderIds }: ParsedInput<typeof confirmRegretEndpoint>['body'],
): Promise<Regret> {
  const found = await findRegret(app, { code })
  if (!found) throw new Failure('regret_not_found')
  const buyerId = buyerOfToken(app.vault, found.id, token)
  if (buyerId === null) throw new Failure('regret_link_invalid')
  // Whoever reads the buyer's mail is taken for them.
  const by = { userId: null, origin }
  await inTransaction(app, async (app) => {
    const regret = await lockRegret(app, found.id)
    if (!regret) throw new Failure('regret_not_found')
    const named = (await listMeantOrders(app, regret.id, buyerId)).filter(({ publicId }) => orderIds.includes(publicId))
    if (named.length === 0) throw new Failure('order_not_found')
    const chosen = named.filter(({ outcome }) => outcome === 'open')
    if (chosen.length === 0) return
    // Locked in the order of their ids, as by a mass refund.
    for (const { id } of chosen.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
      await giveBack(app, by, regret.id, id, { buyerId, submittedAt: toInstant(regret.submittedAt) })
    }
    const after = await listMeantOrders(app, regret.id)
    const isForPerson = after.some(({ outcome }) => outcome === 'with_person')
    await noteProved(app, regret.id, isForPerson ? 'with_person' : 'done')
    await audit(app, by, 'regret.confirm', ['regret', regret.id], {
      after: { orders: chosen.map(({ id }) => id), state: isForPerson ? 'with_person' : 'done' },
    })
  })
  const regret = await findRegret(app, { code })
  if (!regret) throw new Failure('regret_not_found')
  return showRegret(app, regret, buyerId, app.clock.now())
}

async function giveBack(
  app: Tx,
  by: AuditOrigin,
  regretId: string,
  orderId: string,
  { buyerId, submittedAt }: { readonly buyerId: string; readonly submittedAt: string },
): Promise<void> {
  const order = await lockSaleAndTickets(app, orderId)
  const meant = (await listMeantOrders(app, regretId, buyerId)).find(({ id }) => id === orderId)
  if (!meant) return
  const { refunds, obstacle } = decideRegret(meant, submittedAt)
  let refundIds: readonly string[] = []
  if (refunds.length > 0) {
    const { ids } = await requestTicketRefunds(app, orderId, refunds, {
      source: 'buyer_regret',
      reason: null,
      requestedBy: buyerId,
    })
    await audit(app, by, 'refund.request', ['order', orderId], {
      after: { refundIds: ids, source: 'buyer_regret', regretId },
    })
    app.afterCommit(({ bus }) => publishChange(bus, orderTopics(order)))
    refundIds = ids
  }
  // What was handed on is somebody else's by now: a person decides (rule R14.9). So is what cannot be given back for another reason.
  await setOutcome(app, regretId, orderId, obstacle === null ? 'refunding' : 'with_person', refundIds)
  if (obstacle === 'transferred') {
    await app.queue.enqueue(app, 'regrets.tell-holders', { regretId, orderId }, { singletonKey: regretId + orderId })
  }
}
