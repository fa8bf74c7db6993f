import type { Tx } from '#server/context.ts'
import { isUnpaid } from '../order.ts'
import type { LockedOrder } from '../store.ts'
import { refusalOfTicket } from './decide-drinks.ts'
import { lockTicketFacts } from './queries.ts'

/**
 * Whether a payment for drinks still buys them, asked while their order is locked: the ticket is served and still the buyer's. One that
 * comes after the hold's end buys them while the event sells drinks; its price was promised.
 */
export async function mayAddDrinks(
  app: Tx,
  { id, buyerId, state, ticketId }: Pick<LockedOrder, 'id' | 'buyerId' | 'state'> & { readonly ticketId: string },
): Promise<boolean> {
  const facts = await lockTicketFacts(app, ticketId, buyerId)
  const { event, buyer } = facts
  const reason =
    refusalOfTicket(facts, buyerId) ?? (isUnpaid(state) || (event.isOpen && !buyer.hasLeft) ? null : 'late')
  if (reason !== null) app.log.info({ orderId: id, reason }, 'payment for drinks refunded')
  return reason === null
}
