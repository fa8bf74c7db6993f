/** Requests refunds of an order's tickets, or of the drinks that it added to one; every caller uses this. */
import type { RefundSource } from '#contract/sales/refunds.ts'
import type { Tx } from '#server/context.ts'
import { audit, type AuditOrigin } from '#server/db/audit.ts'
import { lockSaleAndTickets } from '#server/modules/checkout/reversals/settle-sale.ts'
import { insertRefunds } from '#server/modules/payments/refunds/store.ts'
import { suspendTickets } from '#server/modules/tickets/revoke-tickets.ts'
import { newId } from '#server/shared/ids.ts'
import { orderTopics, publishChange } from '#server/shared/publish-change.ts'
import type { TicketRefund } from './decide-refund.ts'
import { listTicketMoney, type TicketMoney } from './ticket-money.ts'

export interface RefundRequest<Decision> {
  readonly source: RefundSource
  readonly reason: string | null
  /** Null for one that follows from another. */
  readonly requestedBy: string | null
  /** Set for one of many of an event: it waits for its turn, and its mass refund is audited and published as a whole. */
  readonly massRefundId?: string
  /** Further fields of the audit row. */
  readonly about?: object
  /** Chooses by the money of the order's tickets, which are locked with their order: no scan comes between. Throws to refuse. */
  readonly decide: (tickets: readonly TicketMoney[]) => Decision
}

/**
 * Records a refund for each ticket that was decided on, due at once unless it waits for its turn. Each row stores the provider's
 * idempotency key; tickets that end with their refund are suspended. Returns the decision with the refunds' ids. Lock several orders by ascending id.
 */
export async function refundOrder<Decision extends { readonly refunds: readonly TicketRefund[] }>(
  app: Tx,
  by: AuditOrigin,
  orderId: string,
  { decide, about, ...request }: RefundRequest<Decision>,
): Promise<Decision & { readonly ids: readonly string[] }> {
  const order = await lockSaleAndTickets(app, orderId)
  const decision = decide(await listTicketMoney(app, [orderId]))
  const isMass = request.massRefundId !== undefined
  const rows = decision.refunds.map((refund) => {
    const id = newId()
    const state = isMass ? ('requested' as const) : ('approved' as const)
    return {
      ...request,
      requestedBy: request.requestedBy ?? undefined,
      ...refund,
      id,
      orderId,
      state,
      providerKey: `refund-${id}`,
    }
  })
  await insertRefunds(app, rows)
  await suspendTickets(
    app,
    rows.flatMap(({ endsTicket, ticketId }) => (endsTicket && ticketId !== null ? [ticketId] : [])),
  )
  if (rows.length > 0 && !isMass) {
    const { source, reason } = request
    const refunds = rows.map(({ id: refundId, ticketId, amountCents, endsTicket }) => ({
      refundId,
      ticketId,
      amountCents,
      endsTicket,
    }))
    await audit(app, by, 'refund.request', ['order', orderId], { after: { source, reason, refunds, ...about } })
    app.afterCommit(({ bus }) => publishChange(bus, orderTopics(order)))
  }
  return { ...decision, ids: rows.map(({ id }) => id) }
}
