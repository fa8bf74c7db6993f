/** Events and their ticket types as the public reads them. */
import * as z from 'zod/mini'
import { dateInput, localDate } from '#contract/values/date-schemas.ts'
import { endpoint } from '#contract/api/endpoint.ts'
import { category, eventCard, eventPage, ticketType } from './event-schemas.ts'
import { idOf } from '#contract/api/ids.ts'
import { pageQuery, pagination } from '#contract/api/pagination.ts'
import { line, linkCode } from '#contract/values/text.ts'

/** Public pages take the uuid, the event's number or its `slug`; what is none of them names no event. */
const EVENT_NAME = /^(\d{1,9}|[0-9a-f-]{36}|(?=.{3,120}$)[a-z0-9]+(-[a-z0-9]+)*-\d{1,9})$/i
const publicEventId = z.object({
  // An upper-case spelling is no page of its own.
  id: idOf('event', linkCode({ max: 120 }).check(z.regex(EVENT_NAME, 'El evento no es válido'), z.toLowerCase())),
})
/** Limit of the database's `integer`. */
const MAX_INT = 2_147_483_647
const categoryNumber = z.int('Elegí una categoría').check(z.minimum(1), z.maximum(MAX_INT))
const searchText = z.optional(line({ max: 100 }))

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
  fallback: 'Error al cargar eventos',
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
    /** Not after `to`, which the server says: the landing carries no more of this than it must. */
    from: z.optional(dateInput),
    to: z.optional(dateInput),
    free: z.optional(z.boolean()),
    sort: z._default(z.enum(['date', 'price', 'name']), 'date'),
  }),
  response: z.object({
    events: z.array(eventCard),
    pagination: pagination('totalEvents'),
    filters: z.object({ categories: z.array(category), cities: z.array(z.string()) }),
  }),
  fallback: 'Error al cargar eventos',
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
  fallback: 'Error al cargar el evento',
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
  fallback: 'Error al cargar el evento',
  failures: ['event_not_found'],
})

export const getTicketTypes = endpoint({
  method: 'GET',
  path: '/api/v1/ticket/types',
  summary: 'Los tipos de entrada que se pueden comprar de un evento, o de los eventos propios',
  access: { roles: 'public', object: { rule: 'visibleEvent', from: 'query.eventId', isOptional: true } },
  whileImpersonating: 'read',
  cache: { seconds: 2 },
  query: z.object({ eventId: z.optional(publicEventId.shape.id) }),
  /** Without an event each says of which one it is. */
  response: z.object({ ticketTypes: z.array(z.extend(ticketType, { eventId: z.optional(z.uuid()) })) }),
  invalid: 'event_not_found',
  fallback: 'Error al cargar el evento',
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
