/** Adds drinks to a ticket that its holder has already: an order without tickets. */
import { addDrinks as endpoint } from '#contract/sales/checkout-drinks.ts'
import type { Answer } from '#contract/api/endpoint.ts'
import { paths } from '#contract/api/paths.ts'
import type { App, Tx } from '#server/context.ts'
import { audit, SYSTEM } from '#server/db/audit.ts'
import { once } from '#server/db/once.ts'
import type { Call } from '#server/http/bound.ts'
import { issueVouchers } from '#server/modules/drinks/store.ts'
import { Failure } from '#server/shared/failure.ts'
import { newId, newPublicOrderId } from '#server/shared/ids.ts'
import { eventTopics, orderTopics, publishChange } from '#server/shared/publish-change.ts'
import { mergeDrinks } from '../order.ts'
import { paymentUrl } from '../payment-link/payment-link.ts'
import { orderOf } from '../placing/place-orders.ts'
import { decideDrinks, type DrinksRequest } from './decide-drinks.ts'
import { getStoredOrder, listMenu, lockTicketFacts } from './queries.ts'
import { insertDrinksOrder, replaceUnpaid } from './store.ts'

type Adding = Pick<Call<typeof endpoint>, 'actor' | 'proof' | 'body' | 'idempotencyKey'>

/**
 * Holds the drinks at their present price, in place of an unpaid order for the same ticket; what costs nothing has its vouchers at
 * once. They have no stock, so this waits for no sale of tickets. The same key gives the same order again, as it is by then.
 */
export async function addDrinks(app: App, call: Adding): Promise<Answer<typeof endpoint>> {
  const { actor, proof: ticketId, body, idempotencyKey: key } = call
  const drinks = mergeDrinks(body.drinks)
  const request = { call: endpoint.path, ticketId, drinks, platform: body.platform }
  const asked = { buyerId: actor.userId, drinks, takesPayments: app.vendors.payments.isConfigured }
  const orderId = await once(app, { actorId: actor.userId, key, request }, (app) => place(app, call, asked))
  const order = orderOf(await getStoredOrder(app, orderId))
  if (order.totalCents > 0) return { order, paymentUrl: paymentUrl(app, order.publicId) }
  return { order, ticketUrl: `${app.config.publicUrl}${paths.clientDashboard()}` }
}

async function place(app: Tx, { actor, proof: ticketId, body }: Adding, asked: DrinksRequest): Promise<string> {
  const { buyerId } = asked
  await replaceUnpaid(app, ticketId, buyerId)
  const facts = await lockTicketFacts(app, ticketId, buyerId)
  const menu = await listMenu(
    app,
    asked.drinks.map(({ drinkId }) => drinkId),
  )
  const decision = decideDrinks(asked, facts, menu)
  if ('refused' in decision) throw new Failure(decision.refused)
  const { id: eventId, companyId, holdMinutes } = facts.event
  const id = newId()
  const totalCents = decision.subtotalCents + decision.feeCents
  const order = { ...decision, id, publicId: newPublicOrderId(), eventId, companyId, buyerId, ticketId }
  await insertDrinksOrder(app, {
    ...order,
    platform: body.platform,
    holdMinutes: totalCents === 0 ? null : holdMinutes,
  })
  await audit(app, actor, 'order.place', ['order', id], { after: { eventId, ticketId, totalCents } })
  if (totalCents === 0) {
    await issueVouchers(app, { orderId: id, eventId, ticketIds: [ticketId], drinks: decision.drinks })
    await audit(app, SYSTEM, 'order.confirm', ['order', id], { after: { state: 'paid', paidCents: 0 } })
  }
  app.afterCommit(({ bus }) => publishChange(bus, totalCents === 0 ? orderTopics(order) : eventTopics(order)))
  return id
}
