/** Money that goes back for tickets, one by one; a whole event's is refunds-mass.ts. Rules R14 of docs/rules.md. */
import * as z from 'zod/mini'
import { instant } from '#contract/values/date-schemas.ts'
import { endpoint } from '#contract/api/endpoint.ts'
import { eventOwners, eventReaders } from '#contract/api/event-access.ts'
import { idOf } from '#contract/api/ids.ts'
import { listOf } from '#contract/api/lists.ts'
import { csvOf, xlsxOf } from '#contract/api/list-export.ts'
import { MAX_PRICE } from '#contract/values/money.ts'
import { pesos } from '#contract/values/money-schemas.ts'
import { line, paragraph } from '#contract/values/text.ts'
import { orderPublicId } from './order-id.ts'
import { TICKET_STATES } from './tickets.ts'

/** Status of a refund. `external`: another party refunded it, or the bank charged it back. */
export const REFUND_STATES = [
  'requested',
  'approved',
  'processing',
  'completed',
  'failed',
  'rejected',
  'external',
] as const
export type RefundState = (typeof REFUND_STATES)[number]

/** Why it goes back. */
export const REFUND_SOURCES = [
  'buyer_regret',
  'organizer',
  'event_cancelled',
  'rescheduled',
  'god_mass',
  'late_payment',
  'wrong_payment',
  'chargeback',
] as const
export type RefundSource = (typeof REFUND_SOURCES)[number]

/** What a pending refund waits for. */
export const REFUND_WAITS = ['turn', 'provider', 'balance', 'account'] as const

/** Why the money of a ticket cannot be asked back now. */
export const REFUND_OBSTACLES = [
  'free',
  'in_person',
  'refunded',
  'refunding',
  'disputed',
  'too_old',
  'used',
  'unpaid',
] as const
export type RefundObstacle = (typeof REFUND_OBSTACLES)[number]

const person = z.object({ name: z.string(), mail: z.nullable(z.string()), phone: z.nullable(z.string()) })

const refundTicket = z.object({
  ticketId: z.guid(),
  number: z.string(),
  type: z.string(),
  state: z.enum(TICKET_STATES),
  /** Its present holder. */
  holderName: z.string(),
})

/** A ticket with its money, or drinks that were added to one with theirs. What the buyer paid is its price and the service fee over it. */
export const refundableTicket = z.extend(refundTicket, {
  /** Of the row: the ticket's, or of drinks that were added to a ticket the order's. */
  id: z.guid(),
  /** The row is a purchase that added drinks to this ticket, and not the ticket. */
  isDrinks: z.boolean(),
  /** Names of the drinks that go back with it: paid by the same order, and not served. */
  drinks: z.array(z.string()),
  orderId: z.nullable(z.string()),
  orderNumber: z.nullable(z.string()),
  payer: person,
  paidAt: z.nullable(instant),
  amount: pesos,
  /** Has gone back, or is on its way. */
  refunded: pesos,
  /** Maximum amount refundable now; 0 if a refund is not possible. */
  refundable: pesos,
  obstacle: z.nullable(z.enum(REFUND_OBSTACLES)),
})
export type RefundableTicket = z.infer<typeof refundableTicket>

export const refundRow = z.object({
  id: z.uuid(),
  state: z.enum(REFUND_STATES),
  source: z.enum(REFUND_SOURCES),
  /** Set while it is open. */
  waitsFor: z.nullable(z.enum(REFUND_WAITS)),
  amount: pesos,
  reason: z.nullable(z.string()),
  /** Null where the amount is of a whole order. */
  ticket: z.nullable(refundTicket),
  endsTicket: z.boolean(),
  orderId: z.string(),
  orderNumber: z.string(),
  payer: person,
  requestedBy: z.nullable(z.string()),
  massRefundId: z.nullable(z.uuid()),
  createdAt: instant,
  completedAt: z.nullable(instant),
})
export type RefundRow = z.infer<typeof refundRow>

export const refundDetail = z.extend(refundRow, {
  /** The organizer's and the platform's shares, the latter in proportion to its fee; null until the refund completes. */
  split: z.nullable(z.object({ organizer: pesos, platform: pesos })),
  paymentNumber: z.string(),
  /** The provider's number of it. */
  providerRefund: z.nullable(z.string()),
  attempts: z.int(),
  nextAttemptAt: z.nullable(instant),
  /** Since when the seller's balance does not cover it. */
  unfundedSince: z.nullable(instant),
  /** Its history, oldest first. */
  steps: z.array(
    z.object({ at: instant, what: z.enum(['requested', 'asked', 'completed', 'failed', 'rejected', 'external']) }),
  ),
})
export type RefundDetail = z.infer<typeof refundDetail>

export const refundsOfEvent = z.object({ id: idOf('event') })
const ofRefund = z.object({ id: idOf('event'), refundId: idOf('refund') })

const ticketList = {
  access: eventReaders,
  whileImpersonating: 'read',
  params: refundsOfEvent,
  rows: { tickets: refundableTicket },
  sort: ['paidAt', 'number', 'amount'],
  order: 'desc',
  failures: ['event_not_found'],
} as const
/** A ticket's number, an order's number, or words of a name or a type. */
const search = z.optional(line({ max: 100 }))

export const listRefundableTickets = listOf({
  path: '/api/v1/events/{id}/refunds/refundable',
  summary: 'Las entradas de un evento cuya plata se puede devolver',
  ...ticketList,
  /** `with`: also those that only a god admin gives back, with a reason. */
  filters: { search, used: z._default(z.enum(['with', 'without']), 'without') },
})

/** The reason is stored and shown to the team; the buyer reads the source. */
export const refundReason = paragraph({ min: 3, max: 500, short: 'Contá por qué, en al menos 3 letras' })

export const refundTicketMoney = endpoint({
  method: 'POST',
  path: '/api/v1/events/{id}/refunds',
  summary: 'Devuelve la plata de una entrada, toda o una parte',
  access: eventOwners,
  stepUp: true,
  whileImpersonating: 'blocked',
  idempotent: true,
  rate: { per: 'account', limit: 600, seconds: 3600 },
  audit: 'refund.request',
  auditBeside: ['ticket.suspend'],
  status: 201,
  params: refundsOfEvent,
  body: z.object({
    ticketId: idOf('ticket', z.guid('La entrada no es válida')),
    reason: refundReason,
    /** In whole pesos (rule R1.2); left out, all that is left. */
    partialAmount: z.optional(
      z.int('Poné un importe en pesos enteros').check(z.positive('Poné cuánto'), z.maximum(MAX_PRICE)),
    ),
    /** A part leaves the ticket as it is unless this says so; all of it always ends the ticket. */
    endTicket: z._default(z.boolean(), false),
  }),
  response: refundRow,
  failures: ['event_not_found', 'ticket_not_found', 'ticket_not_refundable', 'refund_too_high', 'used_ticket_refund'],
})

export const refundDrinks = endpoint({
  method: 'POST',
  path: '/api/v1/events/{id}/refunds/drinks',
  summary: 'Devuelve las bebidas que se sumaron a una entrada y no se retiraron',
  access: eventOwners,
  stepUp: true,
  whileImpersonating: 'blocked',
  idempotent: true,
  rate: { per: 'account', limit: 600, seconds: 3600 },
  audit: 'refund.request',
  status: 201,
  params: refundsOfEvent,
  /** All that was not served of one purchase that added drinks to a ticket. */
  body: z.object({ orderId: orderPublicId, reason: refundReason }),
  response: refundRow,
  failures: ['event_not_found', 'order_not_found', 'drinks_not_refundable'],
})

export const listRefunds = listOf({
  path: '/api/v1/events/{id}/refunds',
  summary: 'Las devoluciones de un evento',
  access: eventReaders,
  whileImpersonating: 'read',
  live: { topic: 'event', of: 'params.id' },
  params: refundsOfEvent,
  rows: { refunds: refundRow },
  filters: {
    state: z.optional(z.enum(['open', ...REFUND_STATES])),
    source: z.optional(z.enum(REFUND_SOURCES)),
    /** Those of one mass refund. */
    massRefundId: z.optional(idOf('massRefund')),
    search,
  },
  sort: ['createdAt', 'amount', 'state'],
  order: 'desc',
  failures: ['event_not_found'],
})
export const exportRefunds = csvOf(listRefunds, 'Las devoluciones de un evento, en un archivo')
export const exportRefundsSheet = xlsxOf(listRefunds, 'Las devoluciones de un evento, en una planilla de cálculo')

export const refundTotal = z.object({ count: z.int(), amount: pesos })

export const refundSummary = z.object({
  event: z.object({ id: z.uuid(), name: z.string(), state: z.string(), isOnSale: z.boolean() }),
  /** Amount that buyers paid, service fee included. */
  sold: refundTotal,
  /** Gone back for good. */
  completed: refundTotal,
  /** On its way. */
  open: refundTotal,
  failed: refundTotal,
  /** In the hands of the buyers' banks. */
  disputed: refundTotal,
  /** Amount still refundable. */
  refundable: refundTotal,
  /** Of the open ones, those which wait for money in the seller's account. */
  unfunded: refundTotal,
  /** When paid types stop being sold because of them; null while none is that old. */
  salesStopAt: z.nullable(instant),
  areSalesStopped: z.boolean(),
  /** The mass refund that is under way, or the last one. */
  massRefundId: z.nullable(z.uuid()),
})
export type RefundSummary = z.infer<typeof refundSummary>

export const getRefundSummary = endpoint({
  method: 'GET',
  path: '/api/v1/events/{id}/refunds/summary',
  summary: 'Cuánto se vendió, cuánto volvió y cuánto está en camino',
  access: eventReaders,
  whileImpersonating: 'read',
  live: { topic: 'event', of: 'params.id' },
  params: refundsOfEvent,
  response: refundSummary,
  failures: ['event_not_found'],
})

export const listRefundTickets = listOf({
  path: '/api/v1/events/{id}/refunds/tickets',
  summary: 'Todas las entradas pagas de un evento, con lo que volvió de cada una',
  ...ticketList,
  filters: { search, state: z.optional(z.enum(TICKET_STATES)) },
})

export const getRefund = endpoint({
  method: 'GET',
  path: '/api/v1/events/{id}/refunds/{refundId}',
  summary: 'Una devolución, paso por paso',
  access: eventReaders,
  whileImpersonating: 'read',
  live: { topic: 'event', of: 'params.id' },
  params: ofRefund,
  response: refundDetail,
  failures: ['event_not_found', 'refund_not_found'],
})

export const retryRefund = endpoint({
  method: 'POST',
  path: '/api/v1/events/{id}/refunds/{refundId}/retry',
  summary: 'Pide ahora mismo una devolución que espera',
  access: eventOwners,
  whileImpersonating: 'blocked',
  rate: { per: 'account', limit: 60, seconds: 3600 },
  params: ofRefund,
  response: refundDetail,
  failures: ['event_not_found', 'refund_not_found'],
})
