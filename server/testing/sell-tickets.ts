/** An order of two tickets that was paid, and those who ask for its money. */
import { getRefundSummary, listRefundableTickets, listRefunds, refundTicketMoney } from '#contract/sales/refunds.ts'
import type { GivenUser } from './given.ts'
import type { SellingApp } from './selling-app.ts'

/** Two tickets of 18.000 + 1.800 each, the people who sold them, and how to request refunds. */
export async function sellTickets(shop: SellingApp) {
  const sale = await shop.paid({ event: { startsInHours: 240 } })
  const { eventId, companyId, typeId } = sale
  const owner = await shop.given.user({ memberOf: { id: companyId } })
  const god = await shop.given.user({ isGodAdmin: true })
  const ids = (
    await shop.app.db.selectFrom('tickets').select('id').where('event_id', '=', eventId).orderBy('position').execute()
  ).map(({ id }) => id)
  const [first = '', second = ''] = ids
  const params = { id: eventId }
  const ask = (ticketId: string, more: { partialAmount?: number; endTicket?: boolean } = {}, as: GivenUser = owner) =>
    shop.call(refundTicketMoney, { params, body: { ticketId, reason: 'No puede venir', ...more } }, { as })
  const stateOf = async (id: string) =>
    (await shop.app.db.selectFrom('tickets').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state
  const summary = () => shop.call(getRefundSummary, { params }, { as: owner })
  const list = async () => (await shop.call(listRefunds, { params, query: {} }, { as: owner })).refunds
  const refundable = async (as: GivenUser = owner, used: 'with' | 'without' = 'without') =>
    (await shop.call(listRefundableTickets, { params, query: { used } }, { as })).tickets
  return { ...sale, typeId, owner, god, first, second, params, ask, stateOf, summary, list, refundable }
}
