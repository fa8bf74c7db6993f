/** A buyer confirms a regret: what may be regretted is refunded, a person decides the rest. */
import type { confirmRegret as endpoint, Regret } from '#contract/sales/regrets.ts'
import { inTransaction, type App, type Tx } from '#server/context.ts'
import { audit, type AuditOrigin } from '#server/db/audit.ts'
import type { Call } from '#server/http/bound.ts'
import { refundOrder } from '#server/modules/refunds/refund-order.ts'
import { toInstant } from '#server/shared/clock.ts'
import { Failure } from '#server/shared/failure.ts'
import { notifyHolders } from './notify-holders.ts'
import { decideRegret } from './decide-regret.ts'
import { findRegret, listCandidateOrders, showRegret, type CandidateOrder } from './queries.ts'
import { personOfToken } from '#server/shared/link-token.ts'
import { lockRegret, recordConfirmation, setOutcome, settleState, type LockedRegret } from './store.ts'

/**
 * Refunds what of the chosen purchases may be regretted; after the time of the answer or the start of the event a person decides.
 * It verifies and concludes the purchases of this buyer alone. Confirming again changes nothing that was decided. Throws
 * `regret_not_found`, `regret_link_invalid` for a token of another regret or none, `order_not_found` for purchases of no such regret.
 */
export async function confirmRegret(
  app: App,
  { origin, params, body: { token, orderIds } }: Pick<Call<typeof endpoint>, 'origin' | 'params' | 'body'>,
): Promise<Regret> {
  const code = params.code.toUpperCase()
  const found = await findRegret(app, { code })
  if (!found) throw new Failure('regret_not_found')
  const buyerId = personOfToken(app.vault, { kind: 'regret-link', id: found.id }, token)
  if (buyerId === null) throw new Failure('regret_link_invalid')
  // A reader of the buyer's mail is taken for the buyer.
  const by = { userId: null, origin }
  await inTransaction(app, async (app) => {
    const regret = await lockRegret(app, found.id)
    if (!regret) throw new Failure('regret_not_found')
    const named = (await listCandidateOrders(app, [regret.id], buyerId)).filter(({ publicId }) =>
      orderIds.includes(publicId),
    )
    if (named.length === 0) throw new Failure('order_not_found')
    const chosen = named.filter(({ outcome }) => outcome === 'open')
    if (chosen.length === 0) return
    // Locked by ascending id, as by a mass refund.
    for (const candidate of chosen.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
      await refundCandidate(app, by, candidate, regret)
    }
    await recordConfirmation(app, regret.id, buyerId)
    const state = await settleState(app, regret.id)
    await audit(app, by, 'regret.confirm', ['regret', regret.id], {
      after: { orders: chosen.map(({ id }) => id), state },
    })
  })
  const regret = await findRegret(app, { code })
  if (!regret) throw new Failure('regret_not_found')
  return showRegret(app, regret, buyerId, app.clock.now())
}

async function refundCandidate(
  app: Tx,
  by: AuditOrigin,
  { id: orderId, regretId, ...candidate }: CandidateOrder,
  regret: LockedRegret,
): Promise<void> {
  const submittedAt = toInstant(regret.submittedAt)
  const { ids, obstacle } = await refundOrder(app, by, orderId, {
    source: 'buyer_regret',
    reason: null,
    requestedBy: candidate.buyerId,
    about: { regretId },
    decide: (tickets) => decideRegret({ ...candidate, tickets }, submittedAt, app.clock.now()),
  })
  // A person decides about tickets that were transferred (rule R14.9), and about whatever else cannot be refunded.
  await setOutcome(app, regretId, orderId, obstacle === null ? 'refunding' : 'with_person', ids)
  if (obstacle === 'transferred') {
    await notifyHolders(app, regretId, orderId)
  }
}
