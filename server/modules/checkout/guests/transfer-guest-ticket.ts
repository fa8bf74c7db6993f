/** A ticket of an order without a session is passed on from the device that bought it. */
import type { transferGuestTicket as endpoint } from '#contract/sales/checkout-guest.ts'
import type { Answer } from '#contract/api/endpoint.ts'
import type { App } from '#server/context.ts'
import type { Call } from '#server/http/bound.ts'
import { findReachable } from '#server/modules/accounts/queries.ts'
import { provedContacts } from '#server/modules/accounts/registration/confirm-guest-code.ts'
import { listUntouched } from '#server/modules/tickets/queries.ts'
import { handTicketOver } from '#server/modules/tickets/transfers/transfer-ticket.ts'
import { Failure } from '#server/shared/failure.ts'
import { findOrder } from '../queries.ts'

/**
 * Passes the ticket on as its pending account would, once a code to the phone or the mail of the order came back on this device: the
 * order's token alone, which a forwarded link carries, hands nothing over. An order that joined an account is that account's: no code
 * helps, and the answer is the same as without one. Throws what `transferGuestTicket` declares.
 */
export async function transferGuestTicket(
  app: App,
  { proof: publicId, body, origin }: Pick<Call<typeof endpoint>, 'proof' | 'body' | 'origin'>,
): Promise<Answer<typeof endpoint>> {
  const { ticketId, contactProofs, ...to } = body
  const order = await findOrder(app, publicId)
  if (!order) throw new Failure('order_not_found')
  const { state, phone, mail } = (await findReachable(app, order.buyerId)) ?? {}
  if (state !== 'pending' || !phone || !mail) throw new Failure('contact_unproved')
  const proved = provedContacts(app, { phone, mail }, contactProofs, origin)
  if (!proved.phone && !proved.mail) throw new Failure('contact_unproved')
  if (!(await listUntouched(app, order.id)).includes(ticketId)) throw new Failure('ticket_not_found')
  return handTicketOver(app, { userId: order.buyerId, origin }, ticketId, to)
}
