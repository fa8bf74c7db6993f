import type { Answer } from '#contract/api/endpoint.ts'
import type { Proof } from '#contract/api/roles.ts'
import { cancelTicket as endpoint } from '#contract/sales/box-office.ts'
import { cancelIssuedTicket as ownEndpoint } from '#contract/sales/box-office-promoters.ts'
import { toPesos } from '#contract/values/money.ts'
import type { App } from '#server/context.ts'
import { once } from '#server/db/once.ts'
import type { Call } from '#server/http/bound.ts'
import { returnAddedDrinks } from '#server/modules/checkout/drinks/return-added-drinks.ts'
import { actOnEvent, type ActableEventId } from '#server/modules/events/act-on-event.ts'
import { cashSaleRefundEntries, saleRefundEntries } from '#server/modules/ledger/entry.ts'
import { recordEntries } from '#server/modules/ledger/store.ts'
import { notify } from '#server/modules/notifications/notify.ts'
import { releasePlaces } from '#server/modules/stock/store.ts'
import { cancelIssued } from '#server/modules/tickets/revoke-tickets.ts'
import { isCompanyOwner } from '#server/shared/actor.ts'
import { Failure } from '#server/shared/failure.ts'
import { publishChange } from '#server/shared/publish-change.ts'
import { ticketCancelled } from './notify-cancelled.ts'
import { findIssuedBy, findTicketToCancel } from './queries.ts'
import { lockPart } from './queries-part.ts'
import { cashOf } from './queries-promos.ts'

type Asked = Pick<Call<typeof endpoint>, 'actor' | 'body' | 'idempotencyKey'>

/**
 * Cancels a courtesy or a ticket that was sold in person: releases its place, and records its price as refunded in person. A promoter who
 * has it in cash gives it back and owes it no more; what was handed in is given back by the company. Of a scan and a cancellation at the
 * same moment one wins. Throws `ticket_not_valid` for a ticket that was used or has ended, `ticket_not_cancellable` for one that came from
 * an order, `own_promoter` to a member of the company who sold it as a promoter and is no owner.
 */
export function cancelTicket(
  app: App,
  { proof: eventId, params: { ticketId }, ...asked }: Call<typeof endpoint>,
): Promise<Answer<typeof endpoint>> {
  return cancel(app, asked, { eventId, ticketId, call: endpoint.path })
}

/**
 * A courtesy by the promoter who gave it and is still one of the event's, while its first holder has it. What they sold only the
 * organizer cancels: the buyer's money would stay in their hands. Throws `sale_needs_organizer`, `ticket_handed_on`.
 */
export async function cancelIssuedTicket(
  app: App,
  { proof: ticketId, ...asked }: Call<typeof ownEndpoint>,
): Promise<Answer<typeof ownEndpoint>> {
  const ticket = await findIssuedBy(app, ticketId, asked.actor.userId)
  if (!ticket) throw new Failure('ticket_not_found')
  const eventId = ticket.id as Proof<'assignedEvent'> // the rule of the ticket asked for it
  const cancelled = await cancel(app, asked, { eventId, ticketId, call: ownEndpoint.path, isPromoter: true })
  return { ticketId: cancelled.ticketId, amount: cancelled.amount }
}

interface Cancelled {
  readonly eventId: ActableEventId
  readonly ticketId: string
  readonly call: string
  readonly isPromoter?: true
}

function cancel(
  app: App,
  { actor, body, idempotencyKey }: Asked,
  { eventId, ticketId, call, isPromoter }: Cancelled,
): Promise<Answer<typeof endpoint>> {
  const request = { call, eventId, ticketId, ...body }
  return once(app, { actorId: actor.userId, key: idempotencyKey, request }, (app) => {
    const act = { audit: 'ticket.cancel', object: ['ticket', ticketId], isAllowedAfter: true } as const
    return actOnEvent(app, actor, eventId, act, async (app, { event, record }) => {
      // Of a cancelled event what was taken in person goes back by hand, ticket by ticket.
      if (event.state !== 'cancelled' && (event.is_expired || event.state === 'success'))
        throw new Failure('event_state')
      if (isPromoter) await lockPart(app, actor, eventId, 'ticket_not_found')
      const ticket = await findTicketToCancel(app, eventId, ticketId)
      if (!ticket) throw new Failure('ticket_not_found')
      const { typeId, priceCents, kind, holderId, promoId, promoterId } = ticket
      if (ticket.issuanceId === null) throw new Failure('ticket_not_cancellable')
      if (kind === 'in_person' && isPromoter) throw new Failure('sale_needs_organizer')
      if (kind === 'in_person' && promoterId === actor.userId && !isCompanyOwner(actor))
        throw new Failure('own_promoter')
      if (!(await cancelIssued(app, ticketId, isPromoter ?? false))) {
        const now = await findTicketToCancel(app, eventId, ticketId)
        throw new Failure(isPromoter && now?.state === 'valid' ? 'ticket_handed_on' : 'ticket_not_valid')
      }
      await returnAddedDrinks(app, [ticketId])
      const places = [{ eventId, buyerId: null, typeId, quantity: 1 }]
      await releasePlaces(app, places, kind === 'courtesy' ? 'courtesy' : 'sold')
      const subject = { companyId: event.company_id, eventId, ticketId, ...(promoId !== null && { promoId }) }
      const refund = { priceCents, feeCents: 0, absorbedFeeCents: 0 }
      // Hand-ins hold the event too: the cash cannot leave meanwhile.
      const isInCash = promoterId !== null && (await cashOf(app, eventId, promoterId)) >= priceCents
      await recordEntries(app, subject, isInCash ? cashSaleRefundEntries(refund) : saleRefundEntries(refund))
      await notify(app, ticketCancelled, { ticketId }, ticketId)
      record({
        before: { state: 'valid' },
        after: { state: 'cancelled', eventId, kind, priceCents, reason: body.reason ?? null },
      })
      app.afterCommit(({ bus }) => publishChange(bus, [`account:${holderId}`]))
      const givenBackBy = priceCents === 0 ? null : isInCash ? ('promoter' as const) : ('company' as const)
      return { ticketId, amount: toPesos(priceCents), givenBackBy }
    })
  })
}
