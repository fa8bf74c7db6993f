/** Tickets as the people who manage their event see them: the dashboard, an event's list, and one ticket with its story. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/api/endpoint.ts'
import { eventReaders } from '#contract/api/event-access.ts'
import { idOf } from '#contract/api/ids.ts'
import { csvOf, xlsxOf } from '#contract/api/list-export.ts'
import { listOf } from '#contract/api/lists.ts'
import { dateInput, instant } from '#contract/values/date-schemas.ts'
import { pesos } from '#contract/values/money-schemas.ts'
import { line } from '#contract/values/text.ts'
import { courtesyAvailability, issuableType } from './box-office.ts'
import { REFUND_SOURCES } from './refunds.ts'
import { TICKET_STATES, ticketId } from './tickets.ts'

export const TICKET_KINDS = ['paid', 'free', 'courtesy', 'in_person'] as const
export type TicketKind = (typeof TICKET_KINDS)[number]

/** Contacts are masked except for administrators and, of people who bought, the company's owner (rule R6.9). */
const person = z.object({
  name: z.string(),
  mail: z.nullable(z.string()),
  phone: z.nullable(z.string()),
})

export const deskTicket = z.object({
  id: ticketId,
  number: z.string(),
  state: z.enum(TICKET_STATES),
  kind: z.enum(TICKET_KINDS),
  type: z.object({ id: z.uuid(), name: z.string() }),
  event: z.object({ id: z.uuid(), name: z.string() }),
  /** Without the service fee. */
  price: pesos,
  holder: person,
  /** The name of its buyer or first holder, where another person holds it now. */
  payerName: z.nullable(z.string()),
  promoterName: z.nullable(z.string()),
  orderNumber: z.nullable(z.string()),
  createdAt: instant,
  usedAt: z.nullable(instant),
})
export type DeskTicket = z.infer<typeof deskTicket>

/** Counters of the events in view, whatever the filters of the list. */
export const ticketSummary = z.object({
  sold: z.int(),
  courtesies: z.int(),
  admitted: z.int(),
  capacity: z.int(),
})
export type TicketSummary = z.infer<typeof ticketSummary>

/** `Active`: those that keep their place, neither refunded nor cancelled. */
export const TICKET_STATUSES = ['Active', 'all', ...TICKET_STATES] as const
export type TicketStatus = (typeof TICKET_STATUSES)[number]

const filters = {
  status: z._default(z.enum(TICKET_STATUSES), 'Active'),
  /** Local day on which it was issued. */
  date: z.optional(dateInput),
  /** Words of the holder's or the payer's name, or a ticket's number or its beginning. */
  username: z.optional(line({ max: 100 })),
  type: z.optional(idOf('ticketType')),
  promoter: z.optional(idOf('user')),
}

const answer = {
  /** One element. */
  summary: z.array(ticketSummary),
  /** Promoters have one; who runs the event needs none. */
  promo: z.null(),
  /** What can be issued of the event in view; none without one. */
  ticketTypes: z.array(issuableType),
  courtesyAvailability: z.nullable(courtesyAvailability),
  /** The promoters of the events in view, by name; the first 200. */
  rrppUsers: z.array(z.extend(person, { id: z.uuid(), username: z.string() })),
  /** The last that was made by hand. */
  lastGeneratedTicket: z.nullable(
    z.object({ id: ticketId, number: z.string(), type: z.string(), holderName: z.string(), createdAt: instant }),
  ),
}

const list = {
  whileImpersonating: 'read',
  rows: { tickets: deskTicket },
  answer,
  sort: ['createdAt', 'number', 'name'],
  order: 'desc',
} as const

export const getTicketDashboard = listOf({
  ...list,
  path: '/api/v1/ticket/dashboard',
  summary: 'Las entradas de los eventos que una persona gestiona',
  access: { roles: eventReaders.roles },
  filters: { ...filters, event: z.optional(idOf('event')) },
  fallback: 'Error al cargar tickets',
  failures: [],
})
export const exportTicketDashboard = csvOf(
  getTicketDashboard,
  'Las entradas de los eventos que una persona gestiona, en un archivo',
)
export const exportTicketDashboardSheet = xlsxOf(
  getTicketDashboard,
  'Las entradas de los eventos que una persona gestiona, en una planilla de cálculo',
)

export const listEventTickets = listOf({
  ...list,
  path: '/api/v1/ticket/event/{id}',
  summary: 'Las entradas de un evento',
  access: eventReaders,
  live: { topic: 'event', of: 'params.id' },
  params: z.object({ id: idOf('event') }),
  filters,
  fallback: 'Error al cargar tickets',
  failures: ['event_not_found'],
})
export const exportEventTickets = csvOf(listEventTickets, 'Las entradas de un evento, en un archivo')
export const exportEventTicketsSheet = xlsxOf(listEventTickets, 'Las entradas de un evento, en una planilla de cálculo')

export const TICKET_STEPS = [
  'bought',
  'issued',
  'sent',
  'resent',
  'transferred',
  'admitted',
  /** A drink; `reason` is its name. */
  'served',
  'drinks_added',
  'refund_requested',
  'refunded',
  'refund_failed',
  'cancelled',
  'given_up',
  'expired',
] as const
export type TicketStepName = (typeof TICKET_STEPS)[number]

/** How far a message got; WhatsApp alone reports what follows `sent`. */
export const DELIVERY_STATES = ['queued', 'sent', 'delivered', 'read', 'failed'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

export const ticketStep = z.object({
  at: instant,
  what: z.enum(TICKET_STEPS),
  /** Null where Previa did it, or its team. */
  by: z.nullable(z.string()),
  /** The receiver of a transfer or of a message. */
  to: z.nullable(z.string()),
  channel: z.nullable(z.enum(['mail', 'whatsapp'])),
  delivery: z.nullable(z.enum(DELIVERY_STATES)),
  amount: z.nullable(pesos),
  source: z.nullable(z.enum(REFUND_SOURCES)),
  reason: z.nullable(z.string()),
})
export type TicketStep = z.infer<typeof ticketStep>

export const ticketDetail = z.extend(deskTicket, {
  payer: person,
  /** Price and service fee, of its drinks too. */
  paid: pesos,
  /** Oldest first. */
  steps: z.array(ticketStep),
})
export type TicketDetail = z.infer<typeof ticketDetail>

export const getEventTicket = endpoint({
  method: 'GET',
  path: '/api/v1/events/{id}/tickets/{ticketId}',
  summary: 'Una entrada de un evento, con lo que pasó con ella',
  access: eventReaders,
  whileImpersonating: 'read',
  live: { topic: 'event', of: 'params.id' },
  params: z.object({ id: idOf('event'), ticketId }),
  response: ticketDetail,
  failures: ['event_not_found', 'ticket_not_found'],
})
