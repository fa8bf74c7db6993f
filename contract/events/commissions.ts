/** What a promoter is paid and hands in (rules R12.5 to R12.7, R12.12 and R12.13): the organizer proposes, the promoter confirms. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/api/endpoint.ts'
import { eventOwners, eventReaders } from '#contract/api/event-access.ts'
import { idOf } from '#contract/api/ids.ts'
import { csvOf, xlsxOf } from '#contract/api/list-export.ts'
import { listOf } from '#contract/api/lists.ts'
import { instant } from '#contract/values/date-schemas.ts'
import { cents } from '#contract/values/money-schemas.ts'
import { line } from '#contract/values/text.ts'

/** Hours from an event's end until its commissions are confirmed. */
export const CONFIRMED_AFTER_HOURS = 48

export const promoterBalance = z.object({
  /** Commission, less what went back with refunds. */
  earnedCents: cents,
  /** What of it is confirmed: all of it 48 hours after the event's end, before that nothing. */
  confirmedCents: cents,
  paidCents: cents,
  /** What can be paid now; below zero what was paid too much. */
  owedCents: cents,
  /** Cash of sales in person, not handed in yet. */
  cashCents: cents,
})
export type PromoterBalance = z.infer<typeof promoterBalance>

export const SETTLEMENT_STATES = ['proposed', 'confirmed', 'withdrawn'] as const
export type SettlementState = (typeof SETTLEMENT_STATES)[number]

export const promoterSettlement = z.object({
  id: z.uuid(),
  state: z.enum(SETTLEMENT_STATES),
  /** Commission that it pays; below zero what the promoter gives back of it. */
  commissionCents: cents,
  /** Cash that it takes off the promoter's debt. */
  handedInCents: cents,
  /** What changes hands: above zero the promoter hands it to the organizer, below zero the organizer pays it. */
  countedCents: cents,
  createdAt: instant,
  /** When it was confirmed or withdrawn. */
  endedAt: z.nullable(instant),
})
export type PromoterSettlement = z.infer<typeof promoterSettlement>

const promoterOfEvent = z.object({ id: idOf('event'), rrppId: idOf('user') })
const settlementOfEvent = z.extend(promoterOfEvent, { settlementId: idOf('promoterSettlement') })

/** Settlements of one promoter and event that are shown, the newest first. */
export const SETTLEMENTS_SHOWN = 50

const position = z.object({
  balance: promoterBalance,
  /** When what is earned is confirmed; null while the event has no date. */
  confirmsAt: z.nullable(instant),
  /** Newest first; at most one is proposed. */
  settlements: z.array(promoterSettlement).check(z.maxLength(SETTLEMENTS_SHOWN)),
})

export const getPromoterPosition = endpoint({
  method: 'GET',
  path: '/api/v1/events/{id}/promoters/{rrppId}/settlements',
  summary: 'Lo que se le debe a un RRPP de un evento, lo que tiene en efectivo y sus liquidaciones',
  access: eventReaders,
  whileImpersonating: 'read',
  live: { topic: 'event', of: 'params.id' },
  params: promoterOfEvent,
  response: z.extend(position, { promoter: z.object({ id: z.uuid(), name: z.string() }) }),
  failures: ['event_not_found', 'person_not_found'],
})

/** Replaces the one that is proposed. Which way the money goes is named, so that figures that turned round meanwhile are refused. */
export const settlePromoter = endpoint({
  method: 'POST',
  path: '/api/v1/events/{id}/promoters/{rrppId}/settle',
  summary: 'Propone la liquidación de un RRPP de un evento, con la plata contada; vale cuando la confirma',
  access: eventOwners,
  whileImpersonating: 'blocked',
  idempotent: true,
  rate: { per: 'account', limit: 120, seconds: 3600 },
  audit: 'promoter.settle',
  status: 201,
  params: promoterOfEvent,
  body: z.object({
    receives: z.enum(['organizer', 'promoter']),
    /** Counted, in centavos; zero where commission and cash cancel each other out. It is compared with what is due. */
    countedCents: cents.check(z.minimum(0, 'Poné cuánto'), z.maximum(100_000_000_000, 'Es demasiado')),
  }),
  response: promoterSettlement,
  failures: [
    'event_not_found',
    'company_role_not_allowed',
    'own_promoter',
    'person_not_found',
    'nothing_to_settle',
    'settlement_amount',
  ],
})

export const withdrawSettlement = endpoint({
  method: 'POST',
  path: '/api/v1/events/{id}/promoters/{rrppId}/settlements/{settlementId}/withdraw',
  summary: 'Retira una liquidación que el RRPP todavía no confirmó',
  access: eventOwners,
  whileImpersonating: 'blocked',
  audit: 'promoter.withdraw_settlement',
  params: settlementOfEvent,
  response: promoterSettlement,
  failures: ['event_not_found', 'company_role_not_allowed', 'settlement_not_found', 'settlement_not_open'],
})

export const getSettlementReceipt = endpoint({
  method: 'GET',
  path: '/api/v1/events/{id}/promoters/{rrppId}/settlements/{settlementId}/receipt',
  summary: 'El comprobante de una liquidación confirmada, en PDF',
  access: eventReaders,
  whileImpersonating: 'read',
  rate: { per: 'account', limit: 30, seconds: 60, isCountedByHandler: true },
  params: settlementOfEvent,
  response: 'bytes',
  failures: ['event_not_found', 'settlement_not_found'],
})

/** Also of who promotes no more: what they are owed stays. */
const ofPromoter = {
  access: { roles: 'signedIn', object: { rule: 'ownPromoterSettlement', from: 'params.id' } },
  params: z.object({ id: idOf('promoterSettlement') }),
} as const

export const confirmSettlement = endpoint({
  method: 'POST',
  path: '/api/v1/rrpp/settlements/{id}/confirm',
  summary: 'Confirma una liquidación propia: la plata cambió de manos',
  ...ofPromoter,
  whileImpersonating: 'blocked',
  audit: 'promoter.confirm_settlement',
  response: promoterSettlement,
  failures: ['settlement_not_found', 'settlement_not_open', 'settlement_changed'],
})

export const getOwnSettlementReceipt = endpoint({
  method: 'GET',
  path: '/api/v1/rrpp/settlements/{id}/receipt',
  summary: 'El comprobante de una liquidación propia confirmada, en PDF',
  ...ofPromoter,
  whileImpersonating: 'read',
  rate: { per: 'account', limit: 30, seconds: 60, isCountedByHandler: true },
  response: 'bytes',
  failures: ['settlement_not_found'],
})

export const ownPosition = z.extend(position, {
  id: z.uuid(),
  name: z.string(),
  companyName: z.string(),
  startDate: z.nullable(instant),
  /** Also of those that are not among the newest. */
  confirmedSettlements: z.int(),
})
export type OwnPosition = z.infer<typeof ownPosition>

/** One that its promoter has to confirm. */
export const waitingSettlement = z.extend(promoterSettlement, { eventName: z.string(), companyName: z.string() })
export type WaitingSettlement = z.infer<typeof waitingSettlement>

export const listOwnSettlements = listOf({
  path: '/api/v1/rrpp/settlement',
  summary: 'Lo que ganó, cobró y tiene en efectivo quien llama, por evento, con sus liquidaciones',
  access: 'signedIn',
  whileImpersonating: 'read',
  live: { topic: 'account' },
  rows: { events: ownPosition },
  filters: { search: z.optional(line({ max: 100 })) },
  sort: ['date', 'name'],
  order: 'desc',
  /** Of all events, whatever the filters and the page. */
  answer: { totals: promoterBalance, waiting: z.array(waitingSettlement) },
  failures: [],
})

export const exportOwnSettlements = csvOf(
  listOwnSettlements,
  'Lo que ganó, cobró y tiene en efectivo quien llama, en un archivo',
)
export const exportOwnSettlementsSheet = xlsxOf(
  listOwnSettlements,
  'Lo que ganó, cobró y tiene en efectivo quien llama, en una planilla de cálculo',
)
