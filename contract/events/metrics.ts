/** How an event sold and who came: sums of the ledger, its tickets and its door, equal to the settlement's to the centavo. */
import * as z from 'zod/mini'
import { instant, localDate } from '#contract/values/date-schemas.ts'
import { endpoint } from '#contract/api/endpoint.ts'
import { eventReaders } from '#contract/api/event-access.ts'
import { idOf } from '#contract/api/ids.ts'
import { cents, pesos } from '#contract/values/money-schemas.ts'
import { settlementFigures } from '#contract/companies/settlement.ts'
import { costsByType } from './commercials-costs.ts'
import { EVENT_STATES } from './event-card.ts'

export const eventFigures = z.extend(settlementFigures, {
  /** What discount codes took off the price. */
  discountCents: cents,
  /** Every ticket that was made, courtesies and sales in person among them unless they were undone. */
  issued: z.int(),
  courtesies: z.int(),
  inPerson: z.int(),
  /** Admissions. */
  arrived: z.int(),
})
export type EventFigures = z.infer<typeof eventFigures>

/** A refusal is declared: the screen says it, and the session goes on (rule R3.4). */
const refusals = {
  failures: ['event_not_found', 'forbidden'],
  silent: { 401: 'forbidden', 403: 'forbidden', 404: 'event_not_found' },
} as const

const namedEvent = z.object({
  id: z.uuid(),
  name: z.string(),
  startDate: z.nullable(instant),
  state: z.enum(EVENT_STATES),
})

const summary = {
  method: 'GET',
  whileImpersonating: 'read',
  response: z.object({
    event: namedEvent,
    totals: eventFigures,
    /** Places that are taken by tickets now, those of them that were bought or reserved, those for sale in all, and those of unpaid orders. */
    taken: z.int(),
    sold: z.int(),
    capacity: z.int(),
    held: z.int(),
    /** Tickets that were not used, once the door's hours are over. */
    noShows: z.nullable(z.int()),
    /** Of purchases made by a promoter's code. */
    byPromoters: eventFigures,
    /** What `costCents` is made of. */
    costsByType,
  }),
  ...refusals,
} as const

export const getEventMetrics = endpoint({
  ...summary,
  path: '/api/v1/metrics/admin/summary/{id}',
  summary: 'Lo que vendió un evento, lo que queda y quiénes vinieron',
  access: eventReaders,
  params: z.object({ id: idOf('event') }),
})

export const getMetricsSummary = endpoint({
  ...summary,
  path: '/api/v1/metrics/summary/{eventId}',
  summary: 'Lo mismo que el resumen de métricas de un evento',
  access: { ...eventReaders, object: { rule: 'managedEvent', from: 'params.eventId' } },
  params: z.object({ eventId: idOf('event') }),
})

export const getEventSales = endpoint({
  method: 'GET',
  path: '/api/v1/metrics/admin/event-sales/{id}',
  summary: 'Las ventas de un evento por día y por mes',
  access: eventReaders,
  whileImpersonating: 'read',
  params: z.object({ id: idOf('event') }),
  response: z.object({
    /** Those on which something moved, the oldest first. */
    days: z.array(z.extend(eventFigures, { day: localDate })),
    /** `YYYY-MM`. */
    months: z.array(z.extend(eventFigures, { month: z.string() })),
    /** The day on which the event ends, or begins where no end is known: its sale is over then. */
    endsOn: z.nullable(localDate),
  }),
  ...refusals,
})

export const getEventTickets = endpoint({
  method: 'GET',
  path: '/api/v1/metrics/admin/event-tickets/{id}',
  summary: 'Las entradas de un evento por tipo y sus ingresos por cuarto de hora',
  access: eventReaders,
  whileImpersonating: 'read',
  params: z.object({ id: idOf('event') }),
  response: z.object({
    types: z.array(
      z.object({
        id: z.uuid(),
        name: z.string(),
        price: pesos,
        capacity: z.int(),
        /** Places taken now: sold, of courtesy, of unpaid orders. */
        sold: z.int(),
        courtesies: z.int(),
        held: z.int(),
        /** Made, whatever became of them. */
        issued: z.int(),
        arrived: z.int(),
      }),
    ),
    /** Those that were bought with tickets, in the order of the menu; what was refunded since is among them. */
    drinks: z.array(z.object({ id: z.uuid(), name: z.string(), sold: z.int(), redeemed: z.int(), paidCents: cents })),
    /** Quarters of an hour with arrivals, in order of time. */
    arrivals: z.array(z.object({ at: instant, arrived: z.int() })),
    noShows: z.nullable(z.int()),
  }),
  ...refusals,
})

export const promoterFigures = z.object({
  userId: z.uuid(),
  name: z.string(),
  referralCode: z.nullable(z.string()),
  sales: z.int(),
  tickets: z.int(),
  courtesies: z.int(),
  arrived: z.int(),
  paidCents: cents,
  refundedCents: cents,
  commissionCents: cents,
})
export type PromoterFigures = z.infer<typeof promoterFigures>

export const getEventPromoters = endpoint({
  method: 'GET',
  path: '/api/v1/metrics/admin/event-rrpp/{id}',
  summary: 'Lo que trajo cada RRPP de un evento; cada RRPP ve solo lo suyo',
  access: {
    roles: ['RRPP', 'ORGANIZATOR', 'COMERCIAL', 'admin', 'godAdmin'],
    object: { rule: 'promotedEvent', from: 'params.id' },
  },
  whileImpersonating: 'read',
  params: z.object({ id: idOf('event') }),
  response: z.object({ promoters: z.array(promoterFigures) }),
  ...refusals,
})

/** What wants a look: an event that starts within two weeks and is no public yet, one that sells little and starts within one, refunds
 * that failed and those without balance, payments that do not agree. */
export const ATTENTION = ['unpublished', 'slow', 'failed', 'unfunded', 'differences'] as const

export const getBusinessDashboard = endpoint({
  method: 'GET',
  path: '/api/v1/admin/business-dashboard',
  summary: 'Una organización por mes y por evento, y lo que necesita atención; administradores ven todas',
  access: { roles: ['ORGANIZATOR', 'admin', 'godAdmin'] },
  whileImpersonating: 'read',
  query: z.object({
    /** Administrators choose one of all; an organizer has no other than their own. */
    companyId: z.optional(idOf('company')),
  }),
  response: z.object({
    totals: eventFigures,
    /** Tickets that were bought or reserved and keep their place, of all its events. */
    sold: z.int(),
    /** The last twelve in which something moved, the oldest first; `YYYY-MM`. */
    months: z.array(z.extend(eventFigures, { month: z.string() })),
    /** Those that left most, at most twenty, the best one first. */
    events: z.array(z.extend(namedEvent, { ...eventFigures.shape, sold: z.int() })),
    totalEvents: z.int(),
    attention: z.array(
      z.object({
        what: z.enum(ATTENTION),
        event: z.nullable(z.pick(namedEvent, { id: true, name: true })),
        /** Percent sold, or how many refunds or payments. */
        count: z.int(),
      }),
    ),
  }),
  failures: ['company_not_found', 'forbidden'],
  silent: { 401: 'forbidden', 403: 'forbidden', 404: 'company_not_found' },
})
