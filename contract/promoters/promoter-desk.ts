/** What promoters see of the events that they sell: their events, their code and link, what they brought and what they earn. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/api/endpoint.ts'
import { idOf } from '#contract/api/ids.ts'
import { listOf } from '#contract/api/lists.ts'
import { cents } from '#contract/values/money-schemas.ts'
import { dateInput, instant } from '#contract/values/date-schemas.ts'
import { line } from '#contract/values/text.ts'
import { courtesyAvailability } from '#contract/sales/box-office.ts'
import { eventCard } from '#contract/events/event-schemas.ts'
import { promo } from './promos.ts'

/** A promoter's money in an event, or in all of theirs. Amounts may be negative after a refund of what was paid already. */
const promoterMoney = {
  /** Commission of what was sold or came, less what went back with refunds. */
  earnedCents: cents,
  /** What of it is confirmed (rule R12.7). */
  confirmedCents: cents,
  /** Confirmed and not paid yet: what can be paid now. */
  owedCents: cents,
  /** Cash of sales in person that was not handed in yet. */
  cashCents: cents,
}

const brought = {
  /** Tickets of purchases made by the code, and what was issued by hand. */
  tickets: z.int(),
  courtesies: z.int(),
  arrived: z.int(),
}

export const promotedEvent = z.extend(eventCard, { ...brought, ...promoterMoney })
export type PromotedEvent = z.infer<typeof promotedEvent>

/** States that a promoter's list can be narrowed to; what is over counts as `success`, whatever its state says yet. */
export const PROMOTED_STATES = ['active', 'pending', 'success'] as const

export const getPromotedEvents = listOf({
  path: '/api/v1/event/dashboard/rrpp',
  summary: 'Los eventos en los que una persona es RRPP, con lo que trajo y lo que le deben',
  access: { roles: ['RRPP', 'admin', 'godAdmin'] },
  whileImpersonating: 'read',
  rows: { events: promotedEvent },
  filters: {
    status: z.optional(z.enum(PROMOTED_STATES)),
    date: z.optional(dateInput),
    eventName: z.optional(line({ max: 100 })),
  },
  /** `next`: what is to come first, soonest on top, then the rest, latest first. */
  sort: ['next', 'name'],
  order: 'asc',
  /** Of all events, whatever the filters. */
  answer: { totals: z.object({ ...brought, ...promoterMoney }) },
  fallback: 'Error al cargar eventos',
  failures: [],
})

const link = {
  referralCode: z.string(),
  /** The event's address with the code. */
  referralUrl: z.string(),
}

export const getReferralCode = endpoint({
  method: 'GET',
  path: '/api/v1/user/rrpp-referral-code',
  summary: 'El código y el enlace de quien llama para vender un evento',
  access: { roles: ['RRPP', 'godAdmin'], object: { rule: 'promotedEvent', from: 'query.eventId' } },
  whileImpersonating: 'read',
  query: z.object({ eventId: idOf('event') }),
  response: z.object(link),
  failures: ['event_not_found', 'person_not_found'],
})

/** Each step of the way from the link to the door. */
export const referralMetrics = z.object({
  /** Rule R12.8. */
  visits: z.int(),
  /** Paid purchases. */
  orders: z.int(),
  ...brought,
  /** Those of `tickets` that were bought, not issued by hand. */
  bought: z.int(),
  inPerson: z.int(),
  /** Null until the event is over. */
  noShows: z.nullable(z.int()),
  grossCents: cents,
  refundedCents: cents,
  netCents: cents,
  ...promoterMoney,
  paidCents: cents,
  /** When the commission is confirmed: 48 hours after the end; null while the event has none. */
  confirmsAt: z.nullable(instant),
})
export type ReferralMetrics = z.infer<typeof referralMetrics>

/** `{id}` is the event. A promoter reads their own; the people who manage the event name one. */
export const getReferralMetrics = endpoint({
  method: 'GET',
  path: '/api/v1/user/rrpp-referral-metrics/{id}',
  summary: 'Lo que un RRPP trajo a un evento: visitas, compras, entradas, ingresos y comisión',
  access: {
    roles: ['RRPP', 'ORGANIZATOR', 'admin', 'godAdmin'],
    object: { rule: 'promotedEvent', from: 'params.id' },
  },
  whileImpersonating: 'read',
  params: z.object({ id: idOf('event') }),
  query: z.object({ rrppId: z.optional(idOf('user')) }),
  response: z.object({
    ...link,
    user: z.object({ id: z.uuid(), name: z.string() }),
    event: eventCard,
    promo,
    /** Of courtesies without naming a type, and which limit binds. */
    courtesyAvailability,
    metrics: referralMetrics,
  }),
  fallback: 'Error al cargar el evento',
  failures: ['event_not_found', 'person_not_found'],
})
