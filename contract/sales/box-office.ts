/** Tickets issued by hand: courtesies, and tickets sold in person. */
import * as z from 'zod/mini'
import { mail, personName } from '#contract/accounts/accounts.ts'
import { eventOwners } from '#contract/api/event-access.ts'
import { endpoint } from '#contract/api/endpoint.ts'
import { idOf } from '#contract/api/ids.ts'
import { pesos } from '#contract/values/money-schemas.ts'
import { phoneInput } from '#contract/values/phone.ts'
import { line } from '#contract/values/text.ts'
import { ticketId } from './tickets.ts'

/** Most tickets in one call of an organizer. */
export const TICKETS_PER_CALL = 20

/** Limits of courtesies: the promoter's uses, the event's limit, and the places of free types. */
export const COURTESY_BOUNDS = ['promo', 'event', 'stock'] as const

export const courtesyAvailability = z.object({
  /** Uses left to a promoter; null for an organizer. */
  rrppCourtesiesAvailable: z.nullable(z.int()),
  /** A fixed number; `eventCourtesiesRemaining` has what is left of the event's limit. */
  eventFreeTicketsAvailable: z.int(),
  eventCourtesiesRemaining: z.int(),
  eventCourtesyLimit: z.int(),
  /** Free places of free and courtesy-only types. */
  placesToGive: z.int(),
  /** The smallest of those that apply. */
  actualAvailableCourtesies: z.int(),
  canGenerateCourtesy: z.boolean(),
  /** The limit that binds. */
  bound: z.enum(COURTESY_BOUNDS),
  limitations: z.object({
    hasRRPPLimit: z.boolean(),
    hasEventLimit: z.boolean(),
    noFreeTicketType: z.boolean(),
  }),
})
export type CourtesyAvailability = z.infer<typeof courtesyAvailability>

export const issuableType = z.object({
  id: z.uuid(),
  name: z.string(),
  price: pesos,
  visibility: z.enum(['visible', 'hidden', 'courtesy']),
  /** Places that may be issued now, without those that the waitlist keeps. */
  available: z.int(),
  /** Sold in person at its price; else only given as a courtesy. */
  isSold: z.boolean(),
})
export type IssuableType = z.infer<typeof issuableType>

export const getIssueOptions = endpoint({
  method: 'GET',
  path: '/api/v1/events/{id}/issue-options',
  summary: 'Los tipos de entrada que se pueden generar y cuántas cortesías quedan',
  access: eventOwners,
  whileImpersonating: 'read',
  live: { topic: 'event', of: 'params.id' },
  params: z.object({ id: idOf('event') }),
  response: z.object({
    ticketTypes: z.array(issuableType),
    courtesyAvailability,
    /** Why nothing can be generated now; null when it can. */
    closed: z.nullable(z.enum(['draft', 'over', 'company'])),
  }),
  failures: ['event_not_found'],
})
export type IssueOptions = z.infer<(typeof getIssueOptions)['response']>

const quantity = z
  .int('Poné cuántas')
  .check(z.minimum(1, 'Al menos una'), z.maximum(TICKETS_PER_CALL, `Hasta ${TICKETS_PER_CALL} por vez`))

/** An account by its id, or a person by name, phone and mail together. */
const recipient = {
  idUserToSend: z.optional(idOf('user')),
  userName: z.optional(personName),
  userPhone: z.optional(phoneInput),
  userEmail: z.optional(mail),
}
const courtesyFields = {
  eventId: z.optional(idOf('event')),
  ...recipient,
  quantity: z.optional(quantity),
}
const ticketFields = {
  ...courtesyFields,
  /** The type's id; for a courtesy, left out, the first with places: only for courtesies, else free, else sold. */
  ticketType: z.optional(idOf('ticketType')),
  isCourtesy: z.optional(z.boolean()),
}

export const issuedTickets = z.object({
  kind: z.enum(['courtesy', 'in_person']),
  ticketIds: z.array(ticketId),
  type: z.object({ id: z.uuid(), name: z.string() }),
  quantity: z.int(),
  /** Pesos collected in person for all of them; 0 for courtesies. */
  amount: pesos,
  /** Where the tickets are sent, masked; does not reveal whether the person had an account. */
  sentTo: z.array(z.object({ channel: z.enum(['whatsapp', 'mail']), to: z.string() })),
  courtesyAvailability,
})
export type IssuedTickets = z.infer<typeof issuedTickets>

/** Its fields come in the body, in the query, or in both with the same values (rule R3.9). */
const issuing = {
  method: 'POST',
  access: { roles: eventOwners.roles, object: { rule: 'managedEvent', from: 'either.eventId' } },
  whileImpersonating: 'blocked',
  rate: { per: 'account', limit: 600, seconds: 3600 },
  idempotent: true,
  audit: 'ticket.generate',
  /** Creates an account for a recipient without one. */
  auditBeside: ['account.make_pending'],
  response: issuedTickets,
  status: 201,
  failures: [
    'event_not_found',
    'company_role_not_allowed',
    'company_not_approved',
    'event_state',
    'missing_person',
    'invalid_phone',
    'recipient_not_found',
    'ticket_type_not_found',
    'not_on_sale',
    'no_free_type',
    'courtesy_limit',
    'sold_out',
  ],
} as const

export const generateCourtesy = endpoint({
  ...issuing,
  path: '/api/v1/ticket/dashboard/organizator/generate-courtesy',
  summary: 'Da entradas de cortesía de un evento propio',
  query: z.object(courtesyFields),
  body: z.optional(z.object(courtesyFields)),
})

export const generateTicket = endpoint({
  ...issuing,
  path: '/api/v1/ticket/dashboard/organizer/generate-ticket',
  rate: { ...issuing.rate, countedAs: 'an organizer generates' },
  summary: 'Genera entradas de un evento propio: de cortesía, o vendidas en persona sin cargo por servicio',
  query: z.object(ticketFields),
  body: z.optional(z.object(ticketFields)),
})

export const organizerGenerateTicket = endpoint({
  ...generateTicket,
  path: '/api/v1/ticket/organizer-generate-ticket',
})

/** Cancels an unscanned courtesy or ticket sold in person. Tickets paid online are refunded instead. */
export const cancelTicket = endpoint({
  method: 'POST',
  path: '/api/v1/events/{id}/tickets/{ticketId}/cancel',
  summary: 'Anula una entrada de cortesía o vendida en persona que no entró',
  access: eventOwners,
  whileImpersonating: 'blocked',
  rate: { per: 'account', limit: 600, seconds: 3600 },
  idempotent: true,
  audit: 'ticket.cancel',
  params: z.object({ id: idOf('event'), ticketId }),
  body: z.object({ reason: z.optional(line({ max: 200 })) }),
  response: z.object({
    ticketId,
    /** Pesos to refund in person; 0 for a courtesy. */
    amount: pesos,
    /** Who gives them back: the promoter who has them in cash, else the company; null for a courtesy. */
    givenBackBy: z.nullable(z.enum(['promoter', 'company'])),
  }),
  failures: [
    'event_not_found',
    'company_role_not_allowed',
    'event_state',
    'ticket_not_found',
    'ticket_not_valid',
    'ticket_not_cancellable',
    'own_promoter',
  ],
})
