/** Whose ticket this is. A foreign ticket answers exactly as one that does not exist. */
import type { App } from '#server/context.ts'
import type { Rule } from '#server/http/bound.ts'
import { refuseFinance } from '#server/modules/companies/access.ts'
import { isWithin, reachOf } from '#server/modules/events/reach.ts'
import { Failure } from '#server/shared/failure.ts'
import { isLinkToken } from './link-token.ts'

async function findOwners(app: App, id: string) {
  const row = await app.db
    .selectFrom('tickets as t')
    .innerJoin('events as e', 'e.id', 't.event_id')
    .select(['t.id', 't.epoch', 't.holder_id as holderId', 'e.id as eventId', 'e.company_id as companyId'])
    .where('t.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Failure('ticket_not_found')
  return row
}

/** Its holder. */
const heldTicket: Rule = async (app, actor, id) => {
  const ticket = await findOwners(app, id)
  if (actor?.userId !== ticket.holderId) throw new Failure('ticket_not_found')
  return ticket.id
}

/** The ticket's holder, or a caller with its link token as `?token=`. */
const viewableTicket: Rule = async (app, actor, id, { query }) => {
  const ticket = await findOwners(app, id)
  const { token } = query as { token?: string } // every endpoint with this rule declares it
  const hasToken = token !== undefined && isLinkToken(app.vault, ticket.id, ticket.epoch, token)
  if (!hasToken && actor?.userId !== ticket.holderId) throw new Failure('ticket_not_found')
  return ticket.id
}

/**
 * Its holder, the company that sells it (not its finance people), support and god admins (rule R11.6). The box office lets in
 * those besides who issued it.
 */
export const resendableByOwners: Rule = async (app, actor, id) => {
  const ticket = await findOwners(app, id)
  const event = { id: ticket.eventId, companyId: ticket.companyId }
  if (!actor || !(actor.userId === ticket.holderId || isWithin(event, reachOf(actor, [])))) {
    throw new Failure('ticket_not_found')
  }
  if (actor.userId !== ticket.holderId) refuseFinance(actor, ticket.companyId)
  return ticket.id
}

export const rules = { heldTicket, viewableTicket }
