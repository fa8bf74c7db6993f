/** What promoters give, sell and undo by hand. */
import * as z from 'zod/mini'
import { mail, personName } from '#contract/accounts/accounts.ts'
import { endpoint } from '#contract/api/endpoint.ts'
import { idOf } from '#contract/api/ids.ts'
import { promo } from '#contract/promoters/promos.ts'
import { cents, pesos } from '#contract/values/money-schemas.ts'
import { phoneInput } from '#contract/values/phone.ts'
import { line } from '#contract/values/text.ts'
import { courtesyAvailability, issuableType, issuedTickets } from './box-office.ts'
import { ticketId } from './tickets.ts'

/** Promoters read what is their own; those who run the events name one by `rrppId`. */
export const promoterReaders = ['RRPP', 'ORGANIZATOR', 'admin', 'godAdmin'] as const

export const promoterOptions = z.object({
  promo,
  /** What may be given or sold of the event now. */
  ticketTypes: z.array(issuableType),
  courtesyAvailability,
  /** Cash that the promoter took and has not handed in. */
  debtCents: z.int(),
  /** What may still be taken in cash; null without a limit. */
  cashLeftCents: z.nullable(cents),
  /** Why nothing can be generated now; null when it can. */
  closed: z.nullable(z.enum(['draft', 'over', 'company'])),
})
export type PromoterOptions = z.infer<typeof promoterOptions>

/** `{id}` is the event. Those who run it say whose part they ask for. */
export const getPromoByRrpp = endpoint({
  method: 'GET',
  path: '/api/v1/ticket/dashboard/rrpp/get-promo-by-rrpp/{id}',
  summary: 'Lo que un RRPP puede dar y vender en un evento, y lo que le queda',
  access: { roles: promoterReaders, object: { rule: 'promotedEvent', from: 'params.id' } },
  whileImpersonating: 'read',
  params: z.object({ id: idOf('event') }),
  query: z.object({ rrppId: z.optional(idOf('user')) }),
  response: promoterOptions,
  failures: ['event_not_found', 'person_not_found'],
})

/** An account by its id, or a person by name, phone and mail together. */
const fields = {
  eventId: z.optional(idOf('event')),
  /** The type's id; for a courtesy, left out, the first with places: only for courtesies, else free, else sold. */
  ticketType: z.optional(idOf('ticketType')),
  isCourtesy: z.optional(z.boolean()),
  idUserToSend: z.optional(idOf('user')),
  userName: z.optional(personName),
  userPhone: z.optional(phoneInput),
  userEmail: z.optional(mail),
}

/** Its fields come in the body, in the query, or in both with the same values (rule R3.9). One ticket a call. */
export const rrppGenerateTicket = endpoint({
  method: 'POST',
  path: '/api/v1/ticket/dashboard/rrpp/generate-ticket',
  summary: 'Da una cortesía, o vende una entrada en persona, como RRPP de un evento',
  access: { roles: ['RRPP', 'godAdmin'], object: { rule: 'assignedEvent', from: 'either.eventId' } },
  whileImpersonating: 'blocked',
  rate: { per: 'account', limit: 240, seconds: 3600, countedAs: 'a promoter generates' },
  idempotent: true,
  audit: 'ticket.generate',
  /** Creates an account for a recipient without one. */
  auditBeside: ['account.make_pending'],
  query: z.object(fields),
  body: z.optional(z.object(fields)),
  response: issuedTickets,
  status: 201,
  failures: [
    'event_not_found',
    'company_role_not_allowed',
    'company_not_approved',
    'event_state',
    'missing_user_data',
    'invalid_phone',
    'recipient_not_found',
    'issued_to_self',
    'ticket_type_not_found',
    'not_on_sale',
    'no_free_type',
    'courtesy_limit',
    'sold_out',
    'promo_inactive',
    'list_closed',
    'type_not_granted',
    'sale_not_granted',
    'debt_limit',
    'courtesy_taken',
  ],
})

export const rrppGenerateTicketToo = endpoint({
  ...rrppGenerateTicket,
  path: '/api/v1/ticket/rrpp-generate-ticket',
})

/** Of a courtesy that was not handed on, whose use it gives back (rule R12.4). What was sold the organizer cancels (R12.5). */
export const cancelIssuedTicket = endpoint({
  method: 'POST',
  path: '/api/v1/rrpp/tickets/{ticketId}/cancel',
  summary: 'Anula una cortesía que dio uno mismo, que no entró y que no se transfirió',
  access: { roles: ['RRPP', 'godAdmin'], object: { rule: 'issuedTicket', from: 'params.ticketId' } },
  whileImpersonating: 'blocked',
  rate: { per: 'account', limit: 120, seconds: 3600 },
  idempotent: true,
  audit: 'ticket.cancel',
  params: z.object({ ticketId: idOf('issuedTicket', z.guid('La entrada no es válida')) }),
  body: z.object({ reason: z.optional(line({ max: 200 })) }),
  response: z.object({
    ticketId,
    /** Always 0. */
    amount: pesos,
  }),
  failures: [
    'ticket_not_found',
    'company_role_not_allowed',
    'event_state',
    'ticket_not_valid',
    'sale_needs_organizer',
    'ticket_handed_on',
  ],
})
