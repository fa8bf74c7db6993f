import type { Answer } from '#contract/api/endpoint.ts'
import { cancelTicket as endpoint } from '#contract/sales/box-office.ts'
import { toPesos } from '#contract/values/money.ts'
import type { App } from '#server/context.ts'
import { once } from '#server/db/once.ts'
import type { Call } from '#server/http/bound.ts'
import { actOnEvent } from '#server/modules/events/act-on-event.ts'
import { saleRefundEntries } from '#server/modules/ledger/entry.ts'
import { recordEntries } from '#server/modules/ledger/store.ts'
import { notify } from '#server/modules/notifications/notify.ts'
import { releasePlaces } from '#server/modules/stock/store.ts'
import { cancelIssued } from '#server/modules/tickets/revoke-tickets.ts'
import { Failure } from '#server/shared/failure.ts'
import { publishChange } from '#server/shared/publish-change.ts'
import { ticketCancelled } from './notify-cancelled.ts'
import { findTicketToCancel } from './queries.ts'

/**
 * Cancels a courtesy or a ticket that was sold in person: releases its place, and records its price as refunded in person. Of a
 * scan and a cancellation at the same moment one wins. Throws `ticket_not_valid` for a ticket that was used or has ended,
 * `ticket_not_cancellable` for one that came from an order.
 */
export async function cancelTicket(
  app: App,
  { actor, proof: eventId, params: { ticketId }, body, idempotencyKey }: Call<typeof endpoint>,
): Promise<Answer<typeof endpoint>> {
  const request = { call: endpoint.path, eventId, ticketId, ...body }
  return once(app, { actorId: actor.userId, key: idempotencyKey, request }, (app) => {
    const act = { audit: 'ticket.cancel', object: ['ticket', ticketId] } as const
    return actOnEvent(app, actor, eventId, act, async (app, { event, record }) => {
      const ticket = await findTicketToCancel(app, eventId, ticketId)
      if (!ticket) throw new Failure('ticket_not_found')
      if (ticket.issuanceId === null) throw new Failure('ticket_not_cancellable')
      if (!(await cancelIssued(app, ticketId))) throw new Failure('ticket_not_valid')
      const { typeId, priceCents, kind, holderId } = ticket
      const places = [{ eventId, buyerId: null, typeId, quantity: 1 }]
      await releasePlaces(app, places, kind === 'courtesy' ? 'courtesy' : 'sold')
      const subject = { companyId: event.company_id, eventId, ticketId }
      await recordEntries(app, subject, saleRefundEntries({ priceCents, feeCents: 0, absorbedFeeCents: 0 }))
      await notify(app, ticketCancelled, { ticketId }, ticketId)
      record({
        before: { state: 'valid' },
        after: { state: 'cancelled', eventId, kind, priceCents, reason: body.reason ?? null },
      })
      app.afterCommit(({ bus }) => publishChange(bus, [`account:${holderId}`]))
      return { ticketId, amount: toPesos(priceCents) }
    })
  })
}
