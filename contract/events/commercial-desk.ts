/** A commercial's panel, and what they change of the events that are assigned to them. */
import * as z from 'zod/mini'
import { getUsersDashboard } from '#contract/accounts/people.ts'
import { endpoint } from '#contract/api/endpoint.ts'
import { eventCommercials } from '#contract/api/event-access.ts'
import { idOf } from '#contract/api/ids.ts'
import { listOf } from '#contract/api/lists.ts'
import { pageQuery } from '#contract/api/pagination.ts'
import { updateOf } from '#contract/api/update.ts'
import { dateInput } from '#contract/values/date-schemas.ts'
import { cents } from '#contract/values/money-schemas.ts'
import { line } from '#contract/values/text.ts'
import { EVENT_STATES } from './event-card.ts'
import { eventChange, ticketTypeFields } from './event-fields.ts'
import {
  dashboardEvent,
  getEventsDashboardPreview,
  managedEvent,
  managedTicketType,
  version,
} from './events-managed.ts'
import { getEventMetrics } from './metrics.ts'

/** Support reads; of an organizer's own events nothing is here. */
const readers = { roles: ['COMERCIAL', 'admin', 'godAdmin'] } as const
const eventId = z.object({ id: idOf('event') })

/**
 * Why an event that is to come needs a person: it is not published; it has paid types and its company no account to collect with; a
 * type with a price has no places; it sold less than the company's last event had by the same weekday.
 */
export const NEEDS = ['unpublished', 'account', 'stock', 'pace'] as const
export type Need = (typeof NEEDS)[number]

export const commercialDeskEvent = z.extend(dashboardEvent, {
  needs: z.array(z.enum(NEEDS)),
  /** Tickets of the event until now, and those that the company's last one had so many weeks before its own date. */
  pace: z.nullable(z.object({ sold: z.int(), lastSold: z.int() })),
})
export type CommercialDeskEvent = z.infer<typeof commercialDeskEvent>

export const getCommercialEvents = listOf({
  path: '/api/v1/comerciales/events',
  summary: 'Los eventos asignados a un comercial; primero los que necesitan a una persona, y por qué',
  access: readers,
  whileImpersonating: 'read',
  rows: { events: commercialDeskEvent },
  filters: {
    state: z.optional(z.enum(EVENT_STATES)),
    date: z.optional(dateInput),
    eventName: z.optional(line({ max: 100 })),
    need: z.optional(z.enum(NEEDS)),
  },
  sort: ['needs', 'date', 'name', 'sold'],
  order: 'desc',
  fallback: 'Error al cargar eventos',
  failures: [],
})

export const getCommercialDashboard = endpoint({
  method: 'GET',
  path: '/api/v1/comerciales/dashboard',
  summary: 'Los eventos asignados a un comercial, contados, y cuántos necesitan a una persona',
  access: readers,
  whileImpersonating: 'read',
  response: z.object({
    /** Assigned events that are to come, and how many of them are on sale and need a person. */
    events: z.int(),
    onSale: z.int(),
    needing: z.int(),
    /** Tickets sold of those to come, and what was paid for them. */
    sold: z.int(),
    paidCents: cents,
    /** How many need a person for each reason; an event may count for several. */
    needs: z.array(z.object({ need: z.enum(NEEDS), events: z.int() })),
  }),
  fallback: 'Error al cargar eventos',
  failures: [],
})

/** To choose one. */
export const searchCommercialEvents = endpoint({
  method: 'GET',
  path: '/api/v1/comerciales/events/search',
  summary: 'Busca por nombre entre los eventos asignados a un comercial',
  access: readers,
  whileImpersonating: 'read',
  query: z.object({ ...pageQuery(20), eventName: z.optional(line({ max: 100 })) }),
  response: getEventsDashboardPreview.response,
  fallback: 'Error al cargar eventos',
  failures: [],
})

export const getCommercialUsers = endpoint({
  method: 'GET',
  path: '/api/v1/comerciales/users',
  summary: 'El equipo y los compradores de los eventos asignados a un comercial, con sus contactos a medias',
  access: readers,
  whileImpersonating: 'read',
  rate: getUsersDashboard.rate,
  query: getUsersDashboard.query,
  response: getUsersDashboard.response,
  fallback: 'Error al buscar usuario',
  failures: [],
})

export const getCommercialMetrics = endpoint({
  method: 'GET',
  path: '/api/v1/comerciales/events/{id}/metrics',
  summary: 'Lo que vendió un evento asignado, lo que queda y quiénes vinieron',
  access: { ...readers, object: eventCommercials.object },
  whileImpersonating: 'read',
  params: eventId,
  response: getEventMetrics.response,
  failures: getEventMetrics.failures,
  silent: getEventMetrics.silent,
})

/** Which fields each of the two calls changes. The flyer stays the company's: a picture cannot be put back by its old value. */
const basicFields = {
  name: true,
  description: true,
  categoryId: true,
  venueName: true,
  adress: true,
  city: true,
  province: true,
  lat: true,
  lng: true,
  dateEvent: true,
  startTime: true,
  endTime: true,
  minimumAge: true,
  forbidsMinors: true,
  admissionConditions: true,
} as const
const advancedFields = {
  capacity: true,
  orderLimit: true,
  personLimit: true,
  holdMinutes: true,
  absorbsServiceFee: true,
  acceptsCash: true,
  allowsTransfers: true,
  courtesyLimit: true,
  isPrivate: true,
} as const

const change = {
  method: 'PUT',
  access: eventCommercials,
  whileImpersonating: 'blocked',
  response: managedEvent,
} as const

export const updateBasicInfo = endpoint({
  ...change,
  path: '/api/v1/comerciales/events/{id}/basic-info',
  summary: 'Cambia los datos básicos de un evento asignado y le avisa a quien lo organiza',
  audit: 'event.update',
  params: eventId,
  body: z.extend(z.pick(eventChange, basicFields), { version }),
  failures: ['event_not_found', 'event_state', 'event_changed'],
})

export const updateAdvanced = endpoint({
  ...change,
  path: '/api/v1/comerciales/events/{id}/advanced',
  summary: 'Cambia cómo se vende un evento asignado y le avisa a quien lo organiza',
  audit: 'event.update',
  params: eventId,
  body: z.extend(z.pick(eventChange, advancedFields), { version }),
  failures: ['event_not_found', 'event_state', 'event_changed', 'capacity_below_sold'],
})

export const getCommercialTicketTypes = endpoint({
  method: 'GET',
  path: '/api/v1/comerciales/events/{id}/ticket-types',
  summary: 'Los tipos de entrada de un evento asignado',
  access: eventCommercials,
  whileImpersonating: 'blocked',
  params: eventId,
  response: z.object({ ticketTypes: z.array(managedTicketType), version: z.int() }),
  fallback: 'Error al cargar el evento',
  failures: ['event_not_found'],
})

export const updateCommercialTicketType = endpoint({
  ...change,
  path: '/api/v1/comerciales/events/{id}/ticket-types/{typeId}',
  summary: 'Cambia un tipo de entrada de un evento asignado y le avisa a quien lo organiza',
  audit: 'event.tickets',
  params: z.extend(eventId, { typeId: idOf('ticketType') }),
  body: z.extend(updateOf(ticketTypeFields), { version }),
  failures: [
    'event_not_found',
    'event_state',
    'event_changed',
    'capacity_below_sold',
    'ticket_type_not_found',
    'payment_account_missing',
    'paid_sales_stopped',
  ],
})
