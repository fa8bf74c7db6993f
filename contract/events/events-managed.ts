/** An event in the hands of who manages it: list, editor, publishing. */
import * as z from 'zod/mini'
import { instant, dateInput } from '#contract/values/date-schemas.ts'
import { endpoint } from '#contract/api/endpoint.ts'
import { eventOwners, eventReaders, eventSellers } from '#contract/api/event-access.ts'
import { EVENT_STATES } from './event-card.ts'
import { eventCard, eventPage, ticketType } from './event-schemas.ts'
import { eventChange, eventFields, MAX_TICKET_TYPES, ticketTypeChange, ticketTypeFields } from './event-fields.ts'
import { eventFlyer, imageFailures } from '#contract/api/files.ts'
import { listOf } from '#contract/api/lists.ts'
import { idOf } from '#contract/api/ids.ts'
import { csvOf, xlsxOf } from '#contract/api/list-export.ts'
import { cents } from '#contract/values/money-schemas.ts'
import { pageQuery, pagination } from '#contract/api/pagination.ts'
import { feeTerms } from '#contract/values/prices.ts'
import { line, paragraph } from '#contract/values/text.ts'

const eventId = z.object({ id: idOf('event') })
/** Limit of the database's `integer`. */
const MAX_INT = 2_147_483_647
const searchText = z.optional(line({ max: 100 }))

export const managedTicketType = z.extend(ticketType, {
  visibility: z.enum(['visible', 'hidden', 'courtesy']),
  position: z.int(),
  capacity: z.int(),
  sold: z.int(),
  held: z.int(),
  courtesies: z.int(),
})
export type ManagedTicketType = z.infer<typeof managedTicketType>

/**
 * Why a published event sells nothing, or none of its paid types: its people closed the sale, no account collects, or refunds wait for
 * balance.
 */
export const SALE_STOPS = ['closed', 'account', 'unfunded'] as const
const saleStop = z.nullable(z.enum(SALE_STOPS))
export type SaleStop = (typeof SALE_STOPS)[number]

export const managedEvent = z.extend(eventPage, {
  capacity: z.nullable(z.int()),
  courtesyLimit: z.int(),
  hasSales: z.boolean(),
  canSellPaid: z.boolean(),
  /** Its people closed the sale by hand; page and door stay open. */
  isSaleClosed: z.boolean(),
  /** The account is connected, and paid types wait until refunds without balance are made. */
  areSalesStopped: z.boolean(),
  saleStop,
  /** The platform's terms that it took when it was made. */
  serviceFee: feeTerms,
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
  isSaleClosed: z.boolean(),
  saleStop,
  scanned: z.int(),
  /** What buyers paid, as `settlementFigures.paidCents`. */
  paidCents: cents,
})
export type DashboardEvent = z.infer<typeof dashboardEvent>

const organizerRoles = ['ORGANIZATOR', 'COMERCIAL', 'admin', 'godAdmin'] as const

export const getEventsDashboard = listOf({
  path: '/api/v1/event/dashboard',
  summary: 'Los eventos que una persona gestiona',
  access: { roles: organizerRoles },
  whileImpersonating: 'read',
  live: { topic: 'company', of: 'session.companyId' },
  rows: { events: dashboardEvent },
  filters: {
    state: z.optional(z.enum(EVENT_STATES)),
    date: z.optional(dateInput),
    eventName: searchText,
  },
  /** `next`: what is to come first, soonest on top, then drafts without a date, then the rest latest first. */
  sort: ['next', 'date', 'name', 'sold'],
  order: 'desc',
  fallback: 'Error al cargar eventos',
  failures: [],
})

export const exportEventsDashboard = csvOf(getEventsDashboard, 'Los eventos que una persona gestiona, en un archivo')
export const exportEventsDashboardSheet = xlsxOf(
  getEventsDashboard,
  'Los eventos que una persona gestiona, en una planilla de cálculo',
)

/** Compact list for pickers. */
export const getEventsDashboardPreview = endpoint({
  method: 'GET',
  path: '/api/v1/event/dashboard/preview',
  summary: 'Los eventos que una persona gestiona, en corto, para elegir uno',
  access: { roles: organizerRoles },
  whileImpersonating: 'read',
  query: z.object({
    ...pageQuery(50),
    eventName: searchText,
    /** `date`: latest first. `next`: what is to come first, soonest on top, then the rest latest first. */
    sort: z._default(z.enum(['date', 'next']), 'date'),
  }),
  response: z.object({
    events: z.array(
      z.object({ id: z.uuid(), name: z.string(), startDate: z.nullable(instant), state: z.enum(EVENT_STATES) }),
    ),
    pagination: pagination('totalEvents'),
  }),
  fallback: 'Error al cargar eventos',
  failures: [],
})

export const getManagedEvent = endpoint({
  method: 'GET',
  path: '/api/v1/event/{id}/manage',
  summary: 'Un evento con todo lo que su organizador puede editar',
  access: eventReaders,
  whileImpersonating: 'read',
  live: { topic: 'event', of: 'params.id' },
  params: eventId,
  response: managedEvent,
  fallback: 'Error al cargar el evento',
  failures: ['event_not_found'],
})

/** The version that the change was made on; when the event is at another, `event_changed`. Without it the last save wins. */
export const version = z.optional(z.int().check(z.positive(), z.maximum(MAX_INT)))

/** More drafts than anybody fills in; each may carry a picture. */
const creationRate = { per: 'account', limit: 60, seconds: 3600 } as const

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
    /** Only a god admin names the company; others act for their own. */
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
  access: eventOwners,
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
 * is in `removed` goes when nothing of it was sold, all others stay as they are. The named ones take the order in
 * which they come.
 */
export const updateEventTickets = endpoint({
  method: 'PUT',
  path: '/api/v1/event/{id}/tickets',
  summary: 'Cambia los tipos de entrada de un evento',
  access: eventOwners,
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
    'paid_sales_stopped',
  ],
})

const eventAct = <const Verb extends string>(verb: Verb, summary: string) =>
  ({
    method: 'POST',
    path: `/api/v1/event/{id}/${verb}`,
    summary,
    access: eventSellers,
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
    'paid_sales_stopped',
  ],
})
export const deactivateEvent = endpoint({
  ...eventAct('deactivate', 'Pausa un evento: deja de verse y de venderse'),
  failures: ['event_not_found', 'company_role_not_allowed', 'event_state'],
})
/** Page, door and courtesies go on (rule R8.14); what is reserved may still be paid. */
export const closeEventSales = endpoint({
  ...eventAct('close-sales', 'Corta la venta de un evento; la página y la puerta siguen abiertas'),
  failures: ['event_not_found', 'company_role_not_allowed', 'event_state'],
})
export const openEventSales = endpoint({
  ...eventAct('open-sales', 'Vuelve a abrir la venta de un evento'),
  failures: ['event_not_found', 'company_role_not_allowed', 'event_state'],
})
/** For good: notices and refunds follow afterwards, each started by a person (rule R8.11). */
export const cancelEvent = endpoint({
  ...eventAct('cancel', 'Cancela un evento para siempre; hay que escribir su nombre'),
  access: eventOwners,
  stepUp: true,
  body: z.object({
    /** Holders read it. */
    reason: paragraph({ min: 3, max: 500, short: 'Contá por qué, en al menos 3 letras' }),
    /** The event's `confirmationText`, compared by `isConfirmed`. */
    confirmation: z.optional(line({ max: 200 })),
  }),
  failures: ['event_not_found', 'company_role_not_allowed', 'event_state', 'confirmation_mismatch'],
})
export const duplicateEvent = endpoint({
  ...eventAct('duplicate', 'Copia un evento como borrador nuevo, sin fecha'),
  // It makes an event: who may not make one from nothing makes none from another (rule R8.2).
  access: eventOwners,
  idempotent: true,
  rate: creationRate,
  failures: ['event_not_found', 'company_role_not_allowed'],
})
