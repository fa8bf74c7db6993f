import type { findVouchers as endpoint } from '#contract/sales/bar.ts'
import type { Answer } from '#contract/api/endpoint.ts'
import type { App } from '#server/context.ts'
import type { Call } from '#server/http/bound.ts'
import { Failure } from '#server/shared/failure.ts'
import { readCode, refuseTicket } from './judge-ticket.ts'
import { findTicket, listVouchers } from './queries.ts'

/** The drinks of the ticket whose code was scanned. Throws the codes of the door. */
export async function findVouchers(
  app: App,
  { actor, proof: eventId, body }: Call<typeof endpoint>,
): Promise<Answer<typeof endpoint>> {
  const code = readCode(body.code)
  const ticket = await findTicket(app, 'number' in code ? { eventId, number: code.number } : code)
  // A code without a ticket is forged; a number is mistyped.
  if (!ticket) throw new Failure('number' in code ? 'ticket_not_found' : 'invalid_qr_code')
  refuseTicket(ticket, code, eventId)
  const { id, number, typeName: type, state, holderName } = ticket
  return {
    ticket: { id, number, type, state, holderName },
    vouchers: await listVouchers(app, actor.userId, { ticketId: id }),
  }
}
