/** Refunds the money of one ticket because its organizer or a god admin requests it. */
import { refundTicketMoney as refundTicketMoneyEndpoint } from '#contract/sales/refunds.ts'
import type { Answer, ParsedInput } from '#contract/api/endpoint.ts'
import { toCents } from '#contract/values/money.ts'
import type { Proof } from '#contract/api/roles.ts'
import type { App } from '#server/context.ts'
import { once } from '#server/db/once.ts'
import type { Actor } from '#server/shared/actor.ts'
import { Failure } from '#server/shared/failure.ts'
import { decideRefund, type TicketRefund } from './decide-refund.ts'
import { getRefundRow } from './lists/queries.ts'
import { refundOrder } from './refund-order.ts'
import { findTicketMoney, type TicketMoney } from './ticket-money.ts'

/**
 * Requests all that is left of a ticket's money, or a part; the provider is called right after. A ticket that ends with it opens
 * no door from now on, and again when the provider refuses for good. A concurrent request for the same money finds it gone; the
 * same key requests once. Throws `ticket_not_found`, `ticket_not_refundable` (with the obstacle), `used_ticket_refund`,
 * `refund_too_high` (with what is left).
 */
export async function refundTicket(
  app: App,
  actor: Actor,
  eventId: Proof<'managedEvent'>,
  body: ParsedInput<typeof refundTicketMoneyEndpoint>['body'],
  key: string | undefined,
): Promise<Answer<typeof refundTicketMoneyEndpoint>> {
  const found = await findTicketMoney(app, eventId, body.ticketId)
  if (!found) throw new Failure('ticket_not_found')
  const { orderId } = found
  if (orderId === null) throw new Failure('ticket_not_refundable', { obstacle: found.obstacle })
  const request = { call: refundTicketMoneyEndpoint.path, eventId, ...body }
  const id = await once(app, { actorId: actor.userId, key, request }, async (app) => {
    const { ids } = await refundOrder(app, actor, orderId, {
      source: 'organizer',
      reason: body.reason,
      requestedBy: actor.userId,
      decide: (tickets) => ({ refunds: [decide(tickets, actor, body)] }),
    })
    return ids[0] ?? ''
  })
  return getRefundRow(app, actor, eventId, id)
}

function decide(
  tickets: readonly TicketMoney[],
  actor: Actor,
  { ticketId, partialAmount, endTicket }: ParsedInput<typeof refundTicketMoneyEndpoint>['body'],
): TicketRefund {
  const money = tickets.find((ticket) => ticket.ticketId === ticketId)
  if (!money) throw new Failure('ticket_not_found')
  const decision = decideRefund(money, {
    partCents: partialAmount === undefined ? null : toCents(partialAmount),
    endTicket,
    mayRefundUsed: actor.roles.includes('godAdmin'),
  })
  if (!('refused' in decision)) return decision
  throw new Failure(decision.refused, { obstacle: money.obstacle, leftCents: money.leftCents })
}
