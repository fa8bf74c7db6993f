/** Events and their ticket types: public reads, the organizer's list and editor. */
import * as z from 'zod/mini'
import { instant, localDate, typedDate } from './dates.ts'
import { endpoint } from './endpoint.ts'
import { availability, category, eventCard, EVENT_STATES } from './event-card.ts'
import { eventChange, eventFields, MAX_TICKET_TYPES, ticketTypeChange, ticketTypeFields } from './event-fields.ts'
import { eventFlyer } from './files.ts'
import { idOf } from './ids.ts'
import { pesos } from './money.ts'
import { csvOf } from './list-export.ts'
import { pageQuery, pagination } from './pagination.ts'
import { line } from './text.ts'

const eventId = z.object({ id: idOf('event') })
/** Public pages take the uuid or the event's number; what is neither names no event. */
const publicEventId = z.object({
  // An upper-case spelling is no page of its own.
  id: idOf('event', z.string().check(z.regex(/^(\d{1,9}|[0-9a-f-]{36})$/i, 'El evento no es válido'), z.toLowerCase())),
})
/** What the database keeps as an integer. */
const MAX_INT = 2_147_483_647
const categoryNumber = z.int('Elegí una categoría').check(z.minimum(1), z.maximum(MAX_INT))
const searchText = z.optional(line({ max: 100 }))

export const eventPage = z.extend(eventCard, {
  description: z.string(),
  admissionConditions: z.nullable(z.string()),
  forbidsMinors: z.boolean(),
  orderLimit: z.int(),
  personLimit: z.int(),
  holdMinutes: z.int(),
  /** Service fee over the price, in hundredths of a percent: 1000 is 10 %. */
  serviceFeeBps: z.int(),
  acceptsCash: z.boolean(),
  /** Whether holders may hand their tickets on, until the event ends. */
  allowsTransfers: z.boolean(),
})
export type EventPage = z.infer<typeof eventPage>

export const ticketType = z.object({
  id: z.uuid(),
  name: z.string(),
  description: z.nullable(z.string()),
  price: pesos,
  /** Service fee of one ticket, in pesos. */
  fee: pesos,
  validUntil: z.nullable(instant),
  saleStartsAt: z.nullable(instant),
  saleEndsAt: z.nullable(instant),
  perPersonLimit: z.nullable(z.int()),
  availability,
})
export type TicketType = z.infer<typeof ticketType>

/** Landing: the month's events (pinned first, then by start, undated last) and the days that have any. */
export const getEventsHome = endpoint({
  method: 'GET',
  path: '/api/v1/event/home',
  summary: 'Los eventos públicos de un mes, para la portada y su calendario',
  access: 'public',
  whileImpersonating: 'read',
  cache: { seconds: 2 },
  query: z.object({
    year: z.optional(z.int().check(z.minimum(2020), z.maximum(2100))),
    month: z.optional(z.int().check(z.minimum(1), z.maximum(12))),
  }),
  response: z.object({
    year: z.int(),
    month: z.int(),
    eventsCloseToDate: z.object({ events: z.array(eventCard), pagination: pagination('totalEvents') }),
    calendar: z.array(z.object({ date: localDate, events: z.int() })),
  }),
  failures: [],
})

/** `/eventos`: search and filters, all in the address. */
export const getEventsPreview = endpoint({
  method: 'GET',
  path: '/api/v1/event/preview',
  summary: 'Los eventos públicos que vienen, con búsqueda y filtros',
  access: 'public',
  whileImpersonating: 'read',
  cache: { seconds: 2 },
  query: z.object({
    ...pageQuery(24),
    search: searchText,
    categoryId: z.optional(categoryNumber),
    city: searchText,
    from: z.optional(typedDate),
    to: z.optional(typedDate),
    free: z.optional(z.boolean()),
    sort: z._default(z.enum(['date', 'price', 'name']), 'date'),
  }),
  response: z.object({
    events: z.array(eventCard),
    pagination: pagination('totalEvents'),
    filters: z.object({ categories: z.array(category), cities: z.array(z.string()) }),
  }),
  failures: [],
})

/** The light version of an event, for previews of links. */
export const getEventHome = endpoint({
  method: 'GET',
  path: '/api/v1/event/home/{id}',
  summary: 'La tarjeta de un evento',
  access: { roles: 'public', object: { rule: 'visibleEvent', from: 'params.id' } },
  whileImpersonating: 'read',
  params: publicEventId,
  response: eventCard,
  invalid: 'event_not_found',
  failures: ['event_not_found'],
})

export const getEventPage = endpoint({
  method: 'GET',
  path: '/api/v1/event/single-page/{id}',
  summary: 'La página pública de un evento',
  access: { roles: 'public', object: { rule: 'visibleEvent', from: 'params.id' } },
  whileImpersonating: 'read',
  cache: { seconds: 2 },
  params: publicEventId,
  response: eventPage,
  invalid: 'event_not_found',
  failures: ['event_not_found'],
})

export const getTicketTypes = endpoint({
  method: 'GET',
  path: '/api/v1/ticket/types',
  summary: 'Los tipos de entrada que se pueden comprar de un evento',
  access: { roles: 'public', object: { rule: 'visibleEvent', from: 'query.eventId' } },
  whileImpersonating: 'read',
  cache: { seconds: 2 },
  query: z.object({ eventId: publicEventId.shape.id }),
  response: z.object({ ticketTypes: z.array(ticketType) }),
  invalid: 'event_not_found',
  failures: ['event_not_found'],
})

export const getCategories = endpoint({
  method: 'GET',
  path: '/api/v1/event/categories',
  summary: 'Las categorías de eventos',
  access: 'public',
  whileImpersonating: 'read',
  cache: { seconds: 300 },
  response: z.object({ categories: z.array(category) }),
  failures: [],
})

export const managedTicketType = z.extend(ticketType, {
  visibility: z.enum(['visible', 'hidden', 'courtesy']),
  position: z.int(),
  capacity: z.int(),
  sold: z.int(),
  held: z.int(),
  courtesies: z.int(),
})
export type ManagedTicketType = z.infer<typeof managedTicketType>

export const managedEvent = z.extend(eventPage, {
  capacity: z.nullable(z.int()),
  courtesyLimit: z.int(),
  hasSales: z.boolean(),
  canSellPaid: z.boolean(),
  /** Grows with each save of its fields or ticket types. */
  version: z.int(),
  ticketTypes: z.array(managedTicketType),
})
export type ManagedEvent = z.infer<typeof managedEvent>

export const dashboardEvent = z.extend(eventCard, {
  sold: z.int(),
  capacity: z.int(),
  /** Places of unpaid orders, and from how many devices those were made. */
  held: z.int(),
  heldDevices: z.int(),
  scanned: z.int(),
  /** Gross sales in pesos, without the service fee. */
  amount: pesos,
})
export type DashboardEvent = z.infer<typeof dashboardEvent>

const organizerRoles = ['ORGANIZATOR', 'COMERCIAL', 'admin', 'godAdmin'] as const

export const getEventsDashboard = endpoint({
  method: 'GET',
  path: '/api/v1/event/dashboard',
  summary: 'Los eventos que una persona gestiona',
  access: { roles: organizerRoles },
  whileImpersonating: 'read',
  live: { topic: 'company', of: 'session.companyId' },
  query: z.object({
    ...pageQuery(20),
    state: z.optional(z.enum(EVENT_STATES)),
    date: z.optional(typedDate),
    eventName: searchText,
    sort: z._default(z.enum(['date', 'name', 'sold']), 'date'),
    order: z._default(z.enum(['asc', 'desc']), 'desc'),
  }),
  response: z.object({ events: z.array(dashboardEvent), pagination: pagination('totalEvents') }),
  failures: [],
})

export const exportEventsDashboard = csvOf(getEventsDashboard, 'Los eventos que una persona gestiona, en un archivo')

/** Compact list for pickers. */
export const getEventsDashboardPreview = endpoint({
  method: 'GET',
  path: '/api/v1/event/dashboard/preview',
  summary: 'Los eventos que una persona gestiona, en corto, para elegir uno',
  access: { roles: organizerRoles },
  whileImpersonating: 'read',
  query: z.object({ ...pageQuery(50), eventName: searchText }),
  response: z.object({
    events: z.array(
      z.object({ id: z.uuid(), name: z.string(), startDate: z.nullable(instant), state: z.enum(EVENT_STATES) }),
    ),
    pagination: pagination('totalEvents'),
  }),
  failures: [],
})

export const getManagedEvent = endpoint({
  method: 'GET',
  path: '/api/v1/event/{id}/manage',
  summary: 'Un evento con todo lo que su organizador puede editar',
  access: { roles: organizerRoles, object: { rule: 'managedEvent', from: 'params.id' } },
  whileImpersonating: 'read',
  live: { topic: 'event', of: 'params.id' },
  params: eventId,
  response: managedEvent,
  failures: ['event_not_found'],
})

/** The version that the change was made on; when the event is at another, `event_changed`. Without it the last save wins. */
const version = z.optional(z.int().check(z.positive(), z.maximum(MAX_INT)))

/** More drafts than anybody fills in; each may carry a picture. */
const creationRate = { per: 'account', limit: 60, seconds: 3600 } as const

const imageFailures = ['invalid_image', 'image_type', 'image_too_large'] as const

export const createEvent = endpoint({
  method: 'POST',
  path: '/api/v1/event',
  summary: 'Crea un evento en borrador',
  access: { roles: ['ORGANIZATOR', 'godAdmin'] },
  whileImpersonating: 'blocked',
  rate: creationRate,
  idempotent: true,
  audit: 'event.create',
  body: z.extend(eventFields, {
    ticketTypes: z._default(z.array(ticketTypeFields).check(z.maxLength(MAX_TICKET_TYPES)), []),
    /** Only a god admin names the company; everybody else acts for their own. */
    companyId: z.optional(idOf('company')),
  }),
  files: { flyer: eventFlyer },
  response: managedEvent,
  status: 201,
  failures: ['company_role_not_allowed', 'company_not_approved', 'company_not_found', ...imageFailures],
})

export const updateEvent = endpoint({
  method: 'PUT',
  path: '/api/v1/event/{id}',
  summary: 'Cambia los datos de un evento',
  access: { roles: ['ORGANIZATOR', 'godAdmin'], object: { rule: 'managedEvent', from: 'params.id' } },
  whileImpersonating: 'blocked',
  audit: 'event.update',
  params: eventId,
  body: z.extend(eventChange, { version }),
  files: { flyer: eventFlyer },
  response: managedEvent,
  failures: [
    'event_not_found',
    'company_role_not_allowed',
    'event_state',
    'event_changed',
    'capacity_below_sold',
    ...imageFailures,
  ],
})

/**
 * Changes the list of ticket types: those that are named by their id, in what is said of them; what has no id is new, what
 * stands in `removed` goes when nothing of it was sold, all others stay as they are. The named ones stand in the order in
 * which they come.
 */
export const updateEventTickets = endpoint({
  method: 'PUT',
  path: '/api/v1/event/{id}/tickets',
  summary: 'Cambia los tipos de entrada de un evento',
  access: { roles: ['ORGANIZATOR', 'godAdmin'], object: { rule: 'managedEvent', from: 'params.id' } },
  whileImpersonating: 'blocked',
  audit: 'event.tickets',
  params: eventId,
  body: z.object({
    ticketTypes: z.optional(z.array(ticketTypeChange).check(z.maxLength(MAX_TICKET_TYPES))),
    removed: z.optional(z.array(idOf('ticketType')).check(z.maxLength(MAX_TICKET_TYPES))),
    version,
  }),
  response: managedEvent,
  failures: [
    'event_not_found',
    'company_role_not_allowed',
    'event_state',
    'event_changed',
    'capacity_below_sold',
    'ticket_type_in_use',
    'ticket_type_not_found',
    'payment_account_missing',
  ],
})

const eventAct = <const Verb extends string>(verb: Verb, summary: string) =>
  ({
    method: 'POST',
    path: `/api/v1/event/{id}/${verb}`,
    summary,
    access: { roles: ['ORGANIZATOR', 'COMERCIAL', 'godAdmin'], object: { rule: 'managedEvent', from: 'params.id' } },
    whileImpersonating: 'blocked',
    audit: `event.${verb}`,
    params: eventId,
    response: managedEvent,
  }) as const

export const publishEvent = endpoint({
  ...eventAct('publish', 'Publica un evento y abre su venta'),
  failures: [
    'event_not_found',
    'company_role_not_allowed',
    'event_state',
    'event_incomplete',
    'company_not_approved',
    'payment_account_missing',
  ],
})
export const deactivateEvent = endpoint({
  ...eventAct('deactivate', 'Pausa un evento: deja de verse y de venderse'),
  failures: ['event_not_found', 'company_role_not_allowed', 'event_state'],
})
export const duplicateEvent = endpoint({
  ...eventAct('duplicate', 'Copia un evento como borrador nuevo, sin fecha'),
  // It makes an event: who may not make one from nothing makes none from another (rule R8.2).
  access: { roles: ['ORGANIZATOR', 'godAdmin'], object: { rule: 'managedEvent', from: 'params.id' } },
  idempotent: true,
  rate: creationRate,
  failures: ['event_not_found', 'company_role_not_allowed'],
})
