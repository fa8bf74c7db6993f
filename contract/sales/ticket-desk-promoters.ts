/** The tickets that came through promoters: given and sold by hand, and bought by their link. */
import * as z from 'zod/mini'
import { idOf } from '#contract/api/ids.ts'
import { listOf } from '#contract/api/lists.ts'
import { pageSize } from '#contract/api/pagination.ts'
import { promo } from '#contract/promoters/promos.ts'
import { dateInput, instant } from '#contract/values/date-schemas.ts'
import { pesos } from '#contract/values/money-schemas.ts'
import { line } from '#contract/values/text.ts'
import { courtesyAvailability, issuableType } from './box-office.ts'
import { promoterReaders } from './box-office-promoters.ts'
import { DELIVERY_STATES, TICKET_KINDS, TICKET_STATUSES } from './ticket-desk.ts'
import { TICKET_STATES, ticketId } from './tickets.ts'

/** How a ticket came through a promoter: by hand, or bought by their link. */
export const PROMOTER_WAYS = ['issued', 'referred'] as const

/** Without number, code or link: nothing of it opens a door. Its person is the first one, whoever holds it now. */
export const promoterTicket = z.object({
  id: ticketId,
  state: z.enum(TICKET_STATES),
  kind: z.enum(TICKET_KINDS),
  how: z.enum(PROMOTER_WAYS),
  type: z.object({ id: z.uuid(), name: z.string() }),
  event: z.object({ id: z.uuid(), name: z.string() }),
  /** Without the service fee. */
  price: pesos,
  /** Half a name, and masked contacts (rule R6.9); of who bought by the link no contacts. */
  person: z.object({ name: z.string(), mail: z.nullable(z.string()), phone: z.nullable(z.string()) }),
  promoterId: z.uuid(),
  /** Not handed on: sent again it goes to the person above. */
  isWithFirst: z.boolean(),
  /** How far its message got, of one that they issued and that was not handed on; null for others, and where none was sent. */
  delivery: z.nullable(z.enum(DELIVERY_STATES)),
  createdAt: instant,
  usedAt: z.nullable(instant),
})
export type PromoterTicket = z.infer<typeof promoterTicket>

/** Counters of the tickets in view that keep their place, whatever the filters of the list. */
export const promoterSummary = z.object({
  courtesies: z.int(),
  /** Sold in person. */
  sold: z.int(),
  /** Bought by the link. */
  referred: z.int(),
  admitted: z.int(),
})
export type PromoterSummary = z.infer<typeof promoterSummary>

export const getPromoterTickets = listOf({
  path: '/api/v1/ticket/dashboard/rrpp',
  summary: 'Las entradas que un RRPP dio, vendió o trajo por su enlace',
  access: { roles: promoterReaders },
  whileImpersonating: 'read',
  rows: { tickets: promoterTicket },
  answer: {
    /** One element. */
    summary: z.array(promoterSummary),
    /** Of the event in view; null without one. */
    promo: z.nullable(promo),
    ticketTypes: z.array(issuableType),
    courtesyAvailability: z.nullable(courtesyAvailability),
  },
  filters: {
    /** Another name of `limit`, which it wins over. */
    pageSize: z.optional(pageSize),
    status: z._default(z.enum(TICKET_STATUSES), 'Active'),
    /** Local day on which it was issued. */
    date: z.optional(dateInput),
    /** Words of the person's name, as far as it is shown. */
    username: z.optional(line({ max: 100 })),
    type: z.optional(idOf('ticketType')),
    event: z.optional(idOf('event')),
    how: z.optional(z.enum(PROMOTER_WAYS)),
    /** For those who run the events. */
    rrppId: z.optional(idOf('user')),
  },
  sort: ['createdAt', 'name'],
  order: 'desc',
  fallback: 'Error al cargar tickets',
  failures: [],
})
