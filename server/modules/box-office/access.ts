/** Tickets that a person made by hand as a promoter. Those of others answer exactly as ones that do not exist. */
import type { App } from '#server/context.ts'
import type { Rule } from '#server/http/bound.ts'
import { assignedTo, isWithin } from '#server/modules/events/reach.ts'
import { resendableByOwners } from '#server/modules/tickets/access.ts'
import type { Actor } from '#server/shared/actor.ts'
import { Failure } from '#server/shared/failure.ts'
import { findIssuedBy } from './queries.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

async function findOwn(app: App, actor: Actor, id: string) {
  const ticket = UUID.test(id) ? await findIssuedBy(app, id, actor.userId) : undefined
  const isPromoter = ticket?.promoId !== null || actor.roles.includes('godAdmin')
  return ticket && isPromoter && isWithin(ticket, assignedTo(actor)) ? ticket : undefined
}

/** The person who made it by hand and still promotes its event. */
const issuedTicket: Rule = async (app, actor, id) => {
  if (!actor || !(await findOwn(app, actor, id))) throw new Failure('ticket_not_found')
  return id
}

/** That person besides, until the ticket is handed on (rule R11.6). */
const resendableTicket: Rule = async (app, actor, id, input) => {
  const own = actor && (await findOwn(app, actor, id))
  return own?.isWithFirst ? id : resendableByOwners(app, actor, id, input)
}

export const rules = { issuedTicket, resendableTicket }
