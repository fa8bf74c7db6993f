/** The calls that make tickets by hand, an organizer's and a promoter's, their fields in the query or in the body. */
import {
  generateCourtesy as courtesyEndpoint,
  generateTicket as ticketEndpoint,
  organizerGenerateTicket as otherEndpoint,
  type IssuedTickets,
} from '#contract/sales/box-office.ts'
import {
  rrppGenerateTicket as promoterEndpoint,
  rrppGenerateTicketToo as promoterOtherEndpoint,
} from '#contract/sales/box-office-promoters.ts'
import type { App } from '#server/context.ts'
import type { Call } from '#server/http/bound.ts'
import { eitherInput, refusedFields } from '#server/shared/either-input.ts'
import { issueInHand } from './issue-in-hand.ts'

type Part = 'actor' | 'proof' | 'query' | 'body' | 'idempotencyKey'
type AskedCourtesy = Pick<Call<typeof courtesyEndpoint>, Part>
/** Both calls take the same. */
type AskedTicket = Pick<Call<typeof ticketEndpoint>, Part>
type AskedByPromoter = Pick<Call<typeof promoterEndpoint>, Part>

export function generateCourtesy(app: App, call: AskedCourtesy): Promise<IssuedTickets> {
  const { actor, proof, query, body, idempotencyKey } = call
  const fields = eitherInput(query, body)
  const wanted = { to: recipientOf(fields), quantity: fields.quantity ?? 1, typeId: null, isCourtesy: true }
  return issueInHand(app, actor, proof, wanted, { call: courtesyEndpoint.path, idempotencyKey })
}

export function generateTicket(app: App, call: AskedTicket): Promise<IssuedTickets> {
  return generateFor(ticketEndpoint.path, app, call)
}

/** The same call by its other address. */
export function organizerGenerateTicket(app: App, call: AskedTicket): Promise<IssuedTickets> {
  return generateFor(otherEndpoint.path, app, call)
}

async function generateFor(path: string, app: App, call: AskedTicket): Promise<IssuedTickets> {
  const { actor, proof, query, body, idempotencyKey } = call
  const fields = eitherInput(query, body)
  const { quantity = 1, ticketType: typeId = null, isCourtesy = false } = fields
  if (typeId === null && !isCourtesy) throw refusedFields(['ticketType'])
  const wanted = { to: recipientOf(fields), quantity, typeId, isCourtesy }
  return issueInHand(app, actor, proof, wanted, { call: path, idempotencyKey })
}

export function rrppGenerateTicket(app: App, call: AskedByPromoter): Promise<IssuedTickets> {
  return generateAsPromoter(promoterEndpoint.path, app, call)
}

/** The same call by its other address. */
export function rrppGenerateTicketToo(app: App, call: AskedByPromoter): Promise<IssuedTickets> {
  return generateAsPromoter(promoterOtherEndpoint.path, app, call)
}

async function generateAsPromoter(path: string, app: App, call: AskedByPromoter): Promise<IssuedTickets> {
  const { actor, proof, query, body, idempotencyKey } = call
  const fields = eitherInput(query, body)
  const { ticketType: typeId = null, isCourtesy = false } = fields
  if (typeId === null && !isCourtesy) throw refusedFields(['ticketType'])
  const wanted = { to: recipientOf(fields), quantity: 1, typeId, isCourtesy, isPromoter: true } as const
  return issueInHand(app, actor, proof, wanted, { call: path, idempotencyKey })
}

interface RecipientFields {
  readonly idUserToSend?: string | undefined
  readonly userName?: string | undefined
  readonly userPhone?: string | undefined
  readonly userEmail?: string | undefined
}

function recipientOf({ idUserToSend, userName, userPhone, userEmail }: RecipientFields) {
  return { userId: idUserToSend, name: userName, phone: userPhone, mail: userEmail }
}
