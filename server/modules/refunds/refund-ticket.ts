/** A ticket's money goes back because its organizer or a god admin says so. */
import { refundTicketMoney as refundTicketMoneyEndpoint } from '#contract/refunds.ts'
import type { Answer, ParsedInput } from '#contract/endpoint.ts'
import { toCents } from '#contract/money.ts'
import type { Proof } from '#contract/roles.ts'
import type { App } from '#server/context.ts'
import { audit } from '#server/db/audit.ts'
import { once } from '#server/db/once.ts'
import { lockSaleAndTickets } from '#server/modules/checkout/reversals/settle-sale.ts'
import type { Actor } from '#server/shared/actor.ts'
import { Failure } from '#server/shared/failure.ts'
import { publishChange, orderTopics } from '#server/shared/publish-change.ts'
import { decideRefund } from './decide-refund.ts'
import { getRefundRow } from './queries.ts'
import { requestTicketRefunds } from './request-ticket-refunds.ts'
import { findTicketMoney } from './ticket-money.ts'

/**
 * Has a ticket's money given back, all that is left or a part; the provider is asked right after. A ticket that ends with it
 * opens no door from now on, and again when the provider refuses for good. Whoever asks at the same moment for the same money
 * finds it gone; the same key asks once. Throws `ticket_not_found`, `ticket_not_refundable` (with the obstacle), `used_ticket_refund`,
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
  const request = { path: refundTicketMoneyEndpoint.path, eventId, ...body }
  const id = await once(app, { actorId: actor.userId, key, request }, async (app) => {
    const order = await lockSaleAndTickets(app, orderId)
    const money = await findTicketMoney(app, eventId, body.ticketId)
    if (!money || money.paymentId === null) throw new Failure('ticket_not_refundable', { obstacle: 'unpaid' })
    const decision = decideRefund(money, {
      partCents: body.partialAmount === undefined ? null : toCents(body.partialAmount),
      endTicket: body.endTicket,
      mayRefundUsed: actor.roles.includes('godAdmin'),
    })
    if ('refused' in decision) {
      throw new Failure(decision.refused, { obstacle: money.obstacle, leftCents: money.leftCents })
    }
    const { ticketId, paymentId } = money
    const refund = { ticketId, paymentId, ...decision }
    const asked = { source: 'organizer', reason: body.reason, requestedBy: actor.userId } as const
    const { ids } = await requestTicketRefunds(app, orderId, [refund], asked)
    const [refundId = ''] = ids
    await audit(app, actor, 'refund.request', ['order', orderId], {
      after: {
        refundId,
        ticketId,
        amountCents: decision.amountCents,
        endsTicket: decision.endsTicket,
        reason: body.reason,
      },
    })
    app.afterCommit(({ bus }) => publishChange(bus, orderTopics(order)))
    return refundId
  })
  return getRefundRow(app, actor, eventId, id)
}
