/** A payer claims their money because the event moved. */
import type { claimMoveRefund as endpoint, Move } from '#contract/events/notices-moves.ts'
import { inTransaction, type App } from '#server/context.ts'
import { audit, type AuditOrigin } from '#server/db/audit.ts'
import type { Call } from '#server/http/bound.ts'
import { decideRefunds } from '#server/modules/refunds/decide-refund.ts'
import { refundOrder } from '#server/modules/refunds/refund-order.ts'
import type { TicketMoney } from '#server/modules/refunds/ticket-money.ts'
import { Failure } from '#server/shared/failure.ts'
import { personOfToken } from '#server/shared/link-token.ts'
import { findMove, listPayerOrders, showMove } from './queries-moves.ts'

/**
 * Refunds the payer's tickets, all or the named ones, service fee included; a holder of a transferred one is notified as of every
 * refund. A second claim, or one by link and one by session at once, refunds once. Throws `move_not_found`, `move_link_invalid`
 * without a session or a link of theirs, `move_over` after the ten days, `nothing_to_refund`.
 */
export async function claimMoveRefund(
  app: App,
  { actor, origin, params, body }: Pick<Call<typeof endpoint>, 'actor' | 'origin' | 'params' | 'body'>,
): Promise<Move> {
  const [{ id }, { token, ticketIds }] = [params, body]
  const move = await findMove(app, id)
  if (!move) throw new Failure('move_not_found')
  const byLink = personOfToken(app.vault, { kind: 'move-link', id }, token)
  const payerId = byLink ?? (token === undefined ? actor?.userId : undefined)
  if (payerId === undefined) throw new Failure('move_link_invalid')
  const orders = await listPayerOrders(app, move, payerId)
  const open = orders.filter(({ isOpen }) => isOpen)
  if (open.length === 0 && (orders.length > 0 || !move.isOpen)) throw new Failure('move_over')
  // A reader of the payer's messages is taken for the payer.
  const by: AuditOrigin = byLink === null && actor ? actor : { userId: null, origin }
  const decide = (tickets: readonly TicketMoney[]) => ({
    isGone: tickets.some(({ obstacle }) => obstacle === 'refunding' || obstacle === 'refunded'),
    refunds: decideRefunds(tickets.filter(({ ticketId }) => ticketIds?.includes(ticketId) ?? true)),
  })
  const request = {
    source: 'rescheduled',
    reason: null,
    requestedBy: payerId,
    about: { noticeId: id },
    decide,
  } as const
  await inTransaction(app, async (app) => {
    const refundIds: string[] = []
    let isGone = false
    for (const { id: orderId } of open) {
      const refunded = await refundOrder(app, by, orderId, request)
      refundIds.push(...refunded.ids)
      isGone ||= refunded.isGone
    }
    if (refundIds.length === 0 && !isGone) throw new Failure('nothing_to_refund')
    await audit(app, by, 'move.take-back', ['event', move.eventId], { after: { noticeId: id, payerId, refundIds } })
  })
  return showMove(app, move, payerId)
}
