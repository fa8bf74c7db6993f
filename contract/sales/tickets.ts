/** Tickets in the hands of their holders. */
import * as z from 'zod/mini'
import { mail, personName } from '#contract/accounts/accounts.ts'
import { toLocalTime } from '#contract/values/dates.ts'
import { instant } from '#contract/values/date-schemas.ts'
import { endpoint } from '#contract/api/endpoint.ts'
import { location, publicImage } from '#contract/events/event-schemas.ts'
import { idOf } from '#contract/api/ids.ts'
import { pesos } from '#contract/values/money-schemas.ts'
import { pageQuery, pagination } from '#contract/api/pagination.ts'
import { phoneInput } from '#contract/values/phone.ts'
import { linkToken } from '#contract/values/text.ts'
import { orderPublicId } from './order-id.ts'

/** `suspended`: its money is on its way back, or its buyer's bank disputes it; no door admits it meanwhile. */
export const TICKET_STATES = ['valid', 'used', 'refunded', 'cancelled', 'expired', 'suspended'] as const
export type TicketState = (typeof TICKET_STATES)[number]

/** 128 random bits in the text form of a uuid (any version bits). */
export const ticketId = idOf('ticket', z.guid('La entrada no es válida'))

/** A drink that was paid with a ticket: the ticket's holder has it at the bar, once. */
export const drinkVoucher = z.object({ id: z.uuid(), name: z.string(), redeemedAt: z.nullable(instant) })
export type DrinkVoucher = z.infer<typeof drinkVoucher>

export const ticket = z.object({
  id: ticketId,
  number: z.string(),
  state: z.enum(TICKET_STATES),
  qrRedeemed: z.boolean(),
  type: z.object({ id: z.uuid(), name: z.string() }),
  price: pesos,
  holderName: z.string(),
  usedAt: z.nullable(instant),
  validUntil: z.nullable(instant),
  /** Place of this ticket within its order: «1 de 2». */
  position: z.int(),
  ofTotal: z.int(),
  vouchers: z.array(drinkVoucher),
  /** Whether its holder may hand it on now. */
  canTransfer: z.boolean(),
  /** Whether its holder may buy drinks for it now. */
  canAddDrinks: z.boolean(),
  /** It was handed on to a person whose known age its event does not admit: it has no code, and may be handed on. */
  isBarredByAge: z.boolean(),
  /** Text of the QR; null when the caller may not see it (another holder, or a support session). */
  code: z.nullable(z.string()),
  /** Token of `/entrada/:token`; null like `code`. */
  linkToken: z.nullable(z.string()),
  event: z.object({
    id: z.uuid(),
    /** Of its short address. */
    number: z.int(),
    slug: z.nullable(z.string()),
    name: z.string(),
    state: z.string(),
    startDate: z.nullable(instant),
    endDate: z.nullable(instant),
    adress: z.string(),
    Location: location,
    flyer: z.nullable(publicImage),
    minimumAge: z.nullable(z.int()),
    admissionConditions: z.nullable(z.string()),
    /** It moved, and until then its payer may take the money back (rule R8.4). */
    movedUntil: z.nullable(instant),
  }),
})
export type Ticket = z.infer<typeof ticket>

/** Until when a ticket opens the door, of a type that has such an hour: the door refuses it afterwards. */
export function validUntilWords(validUntil: string): string {
  return `Válida hasta las ${toLocalTime(validUntil)}`
}

export const getMyTickets = endpoint({
  method: 'GET',
  path: '/api/v1/event/my-tickets',
  summary: 'Mis entradas',
  access: 'signedIn',
  whileImpersonating: 'read',
  live: { topic: 'account' },
  query: z.object({
    ...pageQuery(50),
    when: z._default(z.enum(['upcoming', 'past', 'all']), 'upcoming'),
    /** Those that were bought with an order of one's own. */
    purchase: z.optional(orderPublicId),
  }),
  response: z.object({ tickets: z.array(ticket), pagination: pagination('totalTickets') }),
  fallback: 'Error al cargar tickets',
  failures: [],
})

export const getTicketByLink = endpoint({
  method: 'GET',
  path: '/api/v1/ticket/link/{token}',
  summary: 'La entrada que abre un enlace recibido por mail o WhatsApp',
  access: 'public',
  whileImpersonating: 'blocked',
  params: z.object({ token: linkToken({ min: 20, max: 80 }) }),
  response: ticket,
  fallback: 'Error al cargar tickets',
  failures: ['ticket_link_invalid'],
})

/** Of one ticket: a link that went round is opened by many. Its holder's session is not bound by what they do. */
const documentRate = { per: 'target', target: 'params.id', limit: 30, seconds: 60, isApartForSessions: true } as const
const documentQuery = z.object({ token: z.optional(linkToken({ max: 80 })) })

/** The holder's session, or the ticket's link token in the query, opens the document. */
export const getTicketPdf = endpoint({
  method: 'GET',
  path: '/api/v1/ticket/{id}/pdf',
  summary: 'La entrada en PDF',
  access: { roles: 'public', object: { rule: 'viewableTicket', from: 'params.id' } },
  whileImpersonating: 'blocked',
  /** Only drawing counts: one that is kept is given out as it is. */
  rate: { ...documentRate, isCountedByHandler: true },
  params: z.object({ id: ticketId }),
  query: documentQuery,
  response: 'bytes',
  failures: ['ticket_not_found'],
})

/** What a person holds of one event, a page each. */
export const getNightPdf = endpoint({
  method: 'GET',
  path: '/api/v1/event/my-tickets/pdf',
  summary: 'Mis entradas de un evento en un PDF',
  access: 'signedIn',
  whileImpersonating: 'blocked',
  /** Only drawing counts. */
  rate: { per: 'account', limit: 30, seconds: 60, isCountedByHandler: true },
  query: z.object({ eventId: idOf('event') }),
  response: 'bytes',
  failures: ['ticket_not_found'],
})

export const getTicketCalendar = endpoint({
  method: 'GET',
  path: '/api/v1/ticket/{id}/calendar',
  summary: 'El evento de la entrada para el calendario (.ics)',
  access: { roles: 'public', object: { rule: 'viewableTicket', from: 'params.id' } },
  whileImpersonating: 'blocked',
  rate: documentRate,
  params: z.object({ id: ticketId }),
  query: documentQuery,
  response: 'bytes',
  failures: ['ticket_not_found'],
})

export const resendTicket = endpoint({
  method: 'POST',
  path: '/api/v1/ticket/resend-whatsapp',
  summary: 'Vuelve a enviar una entrada a su titular y dice por qué canal salió',
  access: {
    roles: ['CLIENT', 'RRPP', 'ORGANIZATOR', 'admin', 'godAdmin'],
    object: { rule: 'resendableTicket', from: 'body.ticketId' },
  },
  whileImpersonating: 'blocked',
  rate: { per: 'target', target: 'body.ticketId', limit: 3, seconds: 3600 },
  audit: 'ticket.resend',
  body: z.object({ ticketId, channel: z._default(z.enum(['whatsapp', 'mail']), 'whatsapp') }),
  response: z.object({ channel: z.enum(['whatsapp', 'mail']), to: z.string() }),
  failures: [
    'ticket_not_found',
    'company_role_not_allowed',
    'ticket_not_valid',
    'event_state',
    'resend_no_contact',
    'resend_limit',
  ],
})

/** At most, of one ticket and of one person in a day (rule R11.5). */
export const TRANSFERS_PER_TICKET = 3
export const TRANSFERS_PER_DAY = 5

/**
 * To a person by `toUserId`, or by name, phone and mail together, for whom a pending account is made when no account has that
 * phone. Immediate: code, link and documents of the giver are dead when this answers.
 */
export const transferTicket = endpoint({
  method: 'POST',
  path: '/api/v1/ticket/transfer/{id}',
  summary: 'Transfiere una entrada propia a otra persona, en el momento',
  access: { roles: ['CLIENT'], object: { rule: 'heldTicket', from: 'params.id' } },
  whileImpersonating: 'blocked',
  rate: { per: 'account', limit: 30, seconds: 3600 },
  audit: 'ticket.transfer',
  /** Creates an account for a recipient without one. */
  auditBeside: ['account.make_pending'],
  params: z.object({ id: ticketId }),
  body: z.object({
    toUserId: z.optional(idOf('user')),
    name: z.optional(personName),
    phone: z.optional(phoneInput),
    mail: z.optional(mail),
  }),
  /** The same whether the receiver had an account or not. */
  response: z.object({ ticketId }),
  failures: [
    'ticket_not_found',
    'ticket_not_valid',
    'ticket_refunding',
    'missing_user_data',
    'invalid_phone',
    'recipient_not_found',
    'transfer_to_self',
    'transfer_closed',
    'transfer_limit',
    'transfer_day_limit',
  ],
})
