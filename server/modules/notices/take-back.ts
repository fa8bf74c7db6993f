/** A payer takes their money back, because the event moved. */
import type { ParsedInput } from '#contract/endpoint.ts'
import type { Move, takeBack as takeBackEndpoint } from '#contract/notices-moves.ts'
import { inTransaction, type App, type Tx } from '#server/context.ts'
import { audit, type AuditOrigin } from '#server/db/audit.ts'
import { lockSaleAndTickets } from '#server/modules/checkout/reversals/settle-sale.ts'
import { decideRefunds } from '#server/modules/refunds/decide-refund.ts'
import { requestTicketRefunds } from '#server/modules/refunds/request-ticket-refunds.ts'
import type { Actor, RequestOrigin } from '#server/shared/actor.ts'
import { Failure } from '#server/shared/failure.ts'
import { publishChange, orderTopics } from '#server/shared/publish-change.ts'
import { payerOfToken } from './move-token.ts'
import { findMove, listOrderMoney, listPayerOrders, showMove, type MoveRecord } from './queries-moves.ts'

interface Asked {
  readonly move: MoveRecord
  readonly payerId: string
  readonly ticketIds: readonly string[] | undefined
}

/**
 * Gives back what of the payer's tickets may go back, all or the named ones, service fee included; who has one that was handed on
 * is told as of every refund. Again, or by link and session at once, it gives back once. Throws `move_not_found`,
 * `move_link_invalid` without a session or a link of theirs, `move_over` after the ten days, `nothing_to_refund`.
 */
export async function takeBack(
  app: App,
  { actor, origin }: { readonly actor: Actor | null; readonly origin: RequestOrigin },
  id: string,
  { token, ticketIds }: ParsedInput<typeof takeBackEndpoint>['body'],
): Promise<Move> {
  const move = await findMove(app, id)
  if (!move) throw new Failure('move_not_found')
  const byLink = payerOfToken(app.vault, id, token)
  const payerId = byLink ?? (token === undefined ? actor?.userId : undefined)
  if (payerId === undefined) throw new Failure('move_link_invalid')
  if (!move.isOpen) throw new Failure('move_over')
  // Whoever reads the payer's messages is taken for them.
  const by: AuditOrigin = byLink === null && actor ? actor : { userId: null, origin }
  await inTransaction(app, async (app) => {
    const given: string[] = []
    let isGone = false
    // Locked in the order of their ids, as by a mass refund.
    for (const orderId of await listPayerOrders(app, move, payerId)) {
      const outcome = await giveBack(app, by, orderId, { move, payerId, ticketIds })
      given.push(...outcome.refundIds)
      isGone ||= outcome.isGone
    }
    if (given.length === 0 && !isGone) throw new Failure('nothing_to_refund')
    await audit(app, by, 'move.take-back', ['event', move.eventId], {
      after: { noticeId: id, payerId, refundIds: given },
    })
  })
  return showMove(app, move, payerId)
}

/** Gives what was asked for of one order, and whether something of it is gone or going already. */
async function giveBack(
  app: Tx,
  by: AuditOrigin,
  orderId: string,
  { move, payerId, ticketIds }: Asked,
): Promise<{ refundIds: readonly string[]; isGone: boolean }> {
  const order = await lockSaleAndTickets(app, orderId)
  const tickets = await listOrderMoney(app, move.eventId, orderId)
  const isGone = tickets.some(({ obstacle }) => obstacle === 'refunding' || obstacle === 'refunded')
  const chosen = tickets.filter(({ ticketId }) => ticketIds?.includes(ticketId) ?? true)
  const refunds = decideRefunds(chosen)
  if (refunds.length === 0) return { refundIds: [], isGone }
  const asked = { source: 'rescheduled', reason: null, requestedBy: payerId } as const
  const { ids } = await requestTicketRefunds(app, orderId, refunds, asked)
  await audit(app, by, 'refund.request', ['order', orderId], {
    after: { refundIds: ids, source: 'rescheduled', noticeId: move.id },
  })
  app.afterCommit(({ bus }) => publishChange(bus, orderTopics(order)))
  return { refundIds: ids, isGone }
}
