/** The promoters of an event: what each brought, and what the event's company lets them give, sell and earn (rules R12.3 to R12.7). */
import * as z from 'zod/mini'
import { endpoint } from '#contract/api/endpoint.ts'
import { eventOwners } from '#contract/api/event-access.ts'
import { idOf } from '#contract/api/ids.ts'
import { csvOf, xlsxOf } from '#contract/api/list-export.ts'
import { listOf } from '#contract/api/lists.ts'
import { instantInput } from '#contract/values/date-schemas.ts'
import { toCents } from '#contract/values/money.ts'
import { cents } from '#contract/values/money-schemas.ts'
import { line } from '#contract/values/text.ts'
import { ACCOUNT_STATES, personInView } from '#contract/events/events-team.ts'
import { EARNED_ON, MAX_USES, promo } from './promos.ts'

/** Most promoters that are changed at once. */
export const MAX_CHANGED = 100
const MAX_TYPES = 30
/** Of an amount in pesos that people type. */
export const MAX_AMOUNT_PESOS = 20_000_000
const MAX_AMOUNT_CENTS = toCents(MAX_AMOUNT_PESOS)

export const eventPromoter = z.extend(personInView, {
  /** False of a person who left the team and whose accounts are still open. */
  isOnTeam: z.boolean(),
  /** `pending`: invited, and the account is not activated yet. */
  state: z.enum(ACCOUNT_STATES),
  /** Of their link; null until they have one. */
  code: z.nullable(z.string()),
  promo,
  /** Courtesies that they gave and that have their place. */
  usedCourtesies: z.int(),
  /** Purchases, tickets and admissions that count for them. */
  sales: z.int(),
  tickets: z.int(),
  arrived: z.int(),
  /** Earned, less what went back with refunds; what was paid of it is in it. */
  commissionCents: cents,
  /** What of it was not paid, confirmed or not; below zero what was paid too much. */
  unpaidCents: cents,
  /** The company's cash that they have not handed in. */
  cashInHandCents: cents,
})
export type EventPromoter = z.infer<typeof eventPromoter>

export const listEventPromoters = listOf({
  path: '/api/v1/events/{id}/promoters',
  summary: 'Los RRPP de un evento y quienes lo fueron y tienen cuentas sin saldar; cada RRPP ve solo lo suyo',
  access: {
    roles: ['RRPP', 'ORGANIZATOR', 'COMERCIAL', 'admin', 'godAdmin'],
    object: { rule: 'promotedEvent', from: 'params.id' },
  },
  whileImpersonating: 'read',
  params: z.object({ id: idOf('event') }),
  rows: { promoters: eventPromoter },
  filters: {
    /** Words of the name as it is shown, or part of the code. */
    search: z.optional(line({ max: 100 })),
    /** Of those on the team. */
    isActive: z.optional(z.boolean()),
  },
  sort: ['name', 'tickets', 'commission', 'cash'],
  order: 'asc',
  failures: ['event_not_found', 'forbidden'],
})

export const exportEventPromoters = csvOf(
  listEventPromoters,
  'Los RRPP de un evento, con lo que trajeron y lo que se les debe, en un archivo',
)
export const exportEventPromotersSheet = xlsxOf(
  listEventPromoters,
  'Los RRPP de un evento, con lo que trajeron y lo que se les debe, en una planilla de cálculo',
)

const amount = cents.check(
  z.minimum(100, 'Al menos un peso'),
  z.maximum(MAX_AMOUNT_CENTS, 'Es demasiado'),
  z.multipleOf(100, 'Usá pesos enteros'),
)

/** Exactly one of `percent` and `fixedCents` is given. */
const newCommission = z
  .object({
    percent: z.optional(
      z.nullable(
        z.number('Poné un porcentaje').check(
          z.minimum(0.01, 'Poné un porcentaje entre 0,01 y 100'),
          z.maximum(100, 'Poné un porcentaje entre 0,01 y 100'),
          z.refine((percent) => Math.abs(percent * 100 - Math.round(percent * 100)) < 1e-6, 'Hasta dos decimales'),
        ),
      ),
    ),
    fixedCents: z.optional(z.nullable(amount)),
    earnedOn: z.enum(EARNED_ON),
  })
  .check(
    z.refine(({ percent, fixedCents }) => (percent ?? null) === null || (fixedCents ?? null) === null, {
      error: 'Elegí un porcentaje o un importe, no los dos',
      path: ['fixedCents'],
    }),
    z.refine(({ percent, fixedCents }) => (percent ?? null) !== null || (fixedCents ?? null) !== null, {
      error: 'Poné cuánto gana',
      path: ['percent'],
    }),
  )

/** What is left out keeps its value. */
const promoChange = z.object({
  isActive: z.optional(z.boolean()),
  maxUses: z.optional(z.int('Poné una cantidad').check(z.minimum(0), z.maximum(MAX_USES, 'Son demasiadas cortesías'))),
  /** Null for every type of the event, those to come too. */
  allowedTypeIds: z.optional(
    z.nullable(z.array(idOf('ticketType')).check(z.minLength(1, 'Elegí al menos una entrada'), z.maxLength(MAX_TYPES))),
  ),
  closesAt: z.optional(z.nullable(instantInput)),
  canSellInPerson: z.optional(z.boolean()),
  debtLimitCents: z.optional(z.nullable(amount)),
  /** Of what is sold from now on. */
  commission: z.optional(z.nullable(newCommission)),
})
export type PromoChange = z.infer<typeof promoChange>

const ofOwners = { access: eventOwners, whileImpersonating: 'blocked', audit: 'promoter.update' } as const

export const updateEventPromoter = endpoint({
  method: 'PUT',
  path: '/api/v1/events/{id}/promoters/{rrppId}',
  summary: 'Cambia lo que puede hacer y lo que gana un RRPP de un evento',
  ...ofOwners,
  params: z.object({ id: idOf('event'), rrppId: idOf('user') }),
  body: promoChange,
  response: eventPromoter,
  failures: [
    'event_not_found',
    'company_role_not_allowed',
    'event_state',
    'own_promoter',
    'person_not_found',
    'ticket_type_not_found',
    'commission_above_price',
  ],
})

export const updateEventPromoters = endpoint({
  method: 'PATCH',
  path: '/api/v1/events/{id}/promoters',
  summary: 'Cambia a la vez lo que pueden hacer y lo que ganan varios RRPP de un evento: a todos o a ninguno',
  ...ofOwners,
  params: z.object({ id: idOf('event') }),
  body: z.extend(promoChange, {
    promoterIds: z
      .array(idOf('user'))
      .check(z.minLength(1, 'Elegí al menos un RRPP'), z.maxLength(MAX_CHANGED, `Hasta ${MAX_CHANGED} RRPP por vez`)),
  }),
  response: z.object({ promoters: z.array(eventPromoter) }),
  failures: updateEventPromoter.failures,
})

/** Takes over promoters and their parts from another event of the company; whoever is of the team already stays as they are. */
export const copyEventPromoters = endpoint({
  method: 'POST',
  path: '/api/v1/events/{id}/promoters/copy',
  summary: 'Suma los RRPP de otro evento de la misma organización, con lo que pueden hacer y lo que ganan',
  access: eventOwners,
  whileImpersonating: 'blocked',
  rate: { per: 'account', limit: 20, seconds: 3600 },
  audit: 'promoter.copy',
  auditBeside: ['event.assign_staff'],
  params: z.object({ id: idOf('event') }),
  body: z.object({ fromEventId: idOf('event') }),
  response: z.object({
    added: z.int(),
    /** Of the added ones, those whose ticket types this event does not have: they give and sell nothing until they are given some. */
    withoutTypes: z.int(),
    alreadyThere: z.int(),
    /** People who may not be given work any more. */
    skipped: z.int(),
  }),
  failures: ['event_not_found', 'company_role_not_allowed', 'event_state', 'event_without_date'],
})

const promoAnswer = z.object({ promo })

/** A promoter reads their own; the people who manage the event name whose. */
export const getPromo = endpoint({
  method: 'GET',
  path: '/api/v1/ticket/promo/rrpp',
  summary: 'Lo que puede hacer un RRPP en un evento; cada RRPP ve solo lo suyo',
  access: {
    roles: ['RRPP', 'ORGANIZATOR', 'admin', 'godAdmin'],
    object: { rule: 'promotedEvent', from: 'query.eventId' },
  },
  whileImpersonating: 'read',
  query: z.object({ eventId: idOf('event'), rrppId: z.optional(idOf('user')) }),
  response: promoAnswer,
  failures: ['event_not_found', 'forbidden', 'person_not_found'],
})

export const savePromo = endpoint({
  method: 'POST',
  path: '/api/v1/ticket/promo/rrpp',
  summary: 'Da o cambia lo que puede hacer un RRPP en un evento',
  ...ofOwners,
  access: { roles: eventOwners.roles, object: { rule: 'managedEvent', from: 'body.eventId' } },
  body: z.extend(promoChange, { eventId: idOf('event'), rrppId: idOf('user') }),
  response: promoAnswer,
  failures: updateEventPromoter.failures,
})
