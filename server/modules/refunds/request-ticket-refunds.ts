/** Money of an order's tickets begins to go back: the one way in, whoever asks. */
import type { RefundSource } from '#contract/refunds.ts'
import type { Tx } from '#server/context.ts'
import { insertRefunds } from '#server/modules/payments/refunds/store.ts'
import { suspendTickets } from '#server/modules/tickets/revoke-tickets.ts'
import { newId } from '#server/shared/ids.ts'

export interface TicketRefund {
  readonly ticketId: string
  readonly paymentId: string
  readonly amountCents: number
  /** The ticket ends with it. */
  readonly endsTicket: boolean
}

export interface RefundRequest {
  readonly source: RefundSource
  readonly reason: string | null
  readonly requestedBy?: string
  /** One of many of an event: it waits for its turn. */
  readonly massRefundId?: string
}

/**
 * Keeps a refund for each ticket, due at once unless it waits for its turn, with the key of its call; tickets that end with it
 * open no door from now on. Gives the refunds' ids. Call it in the transaction that locked the order with its tickets, read them
 * and decided by that: no scan comes between.
 */
export async function requestTicketRefunds(
  app: Tx,
  orderId: string,
  refunds: readonly TicketRefund[],
  request: RefundRequest,
): Promise<{ ids: string[] }> {
  const rows = refunds.map((refund) => ({ ...refund, id: newId() }))
  await insertRefunds(
    app,
    rows.map((row) => ({
      ...row,
      ...request,
      orderId,
      state: request.massRefundId === undefined ? ('approved' as const) : ('requested' as const),
      providerKey: `refund-${row.id}`,
    })),
  )
  const ending = rows.filter(({ endsTicket }) => endsTicket).map(({ ticketId }) => ticketId)
  await suspendTickets(app, ending)
  return { ids: rows.map(({ id }) => id) }
}
