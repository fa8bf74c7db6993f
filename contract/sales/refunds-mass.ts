/** The money of a whole event's tickets goes back at once. Rule R14.6. */
import * as z from 'zod/mini'
import { instant } from '#contract/values/date-schemas.ts'
import { endpoint } from '#contract/api/endpoint.ts'
import { eventOwners, eventReaders } from '#contract/api/event-access.ts'
import { idOf } from '#contract/api/ids.ts'
import { listOf } from '#contract/api/lists.ts'
import { pesos } from '#contract/values/money-schemas.ts'
import { refundReason, refundsOfEvent, refundTotal } from './refunds.ts'
import { line } from '#contract/values/text.ts'

const ofMassRefund = z.object({ id: idOf('event'), jobId: idOf('massRefund') })

export const MASS_REFUND_STATES = ['preparing', 'running', 'paused', 'stopping', 'stopped', 'done'] as const
export type MassRefundState = (typeof MASS_REFUND_STATES)[number]

export const massRefundPreview = z.object({
  event: z.object({ id: z.uuid(), name: z.string(), startDate: z.nullable(instant), isOnSale: z.boolean() }),
  /** Amount that would be refunded now. */
  refundable: refundTotal,
  /** The platform's part of that: its service fee. */
  platformShare: pesos,
  alreadyRefunded: refundTotal,
  /** On their way by themselves. */
  open: refundTotal,
  /** Sold in person: to be settled by hand, at the door or where they were bought. */
  inPerson: refundTotal,
  /** Tickets without a payment. */
  free: z.int(),
  used: refundTotal,
  disputed: refundTotal,
  tooOld: refundTotal,
  /** How long it takes, at the speed at which the provider is asked. */
  seconds: z.int(),
  /** The text to type, compared by `isConfirmed`; null within an hour of the cancellation, for which it was typed. */
  confirmation: z.nullable(z.string()),
  /** Why the event was cancelled. */
  reason: z.nullable(z.string()),
})
export type MassRefundPreview = z.infer<typeof massRefundPreview>

export const previewMassRefund = endpoint({
  method: 'POST',
  path: '/api/v1/events/{id}/refunds/all/preview',
  summary: 'Cuántas entradas y cuánta plata devolvería una devolución de todo el evento; no cambia nada',
  access: eventOwners,
  whileImpersonating: 'blocked',
  params: refundsOfEvent,
  response: massRefundPreview,
  failures: ['event_not_found'],
})

export const massRefund = z.object({
  id: z.uuid(),
  event: z.object({ id: z.uuid(), name: z.string() }),
  state: z.enum(MASS_REFUND_STATES),
  reason: z.string(),
  requestedBy: z.string(),
  createdAt: instant,
  finishedAt: z.nullable(instant),
  /** While it is being prepared they still grow. */
  all: refundTotal,
  waiting: refundTotal,
  processing: refundTotal,
  completed: refundTotal,
  failed: refundTotal,
  /** Not needed after all, or stopped before they were asked for. */
  rejected: refundTotal,
  /** Of those that are processing: they wait for money in the seller's account. */
  unfunded: refundTotal,
  secondsLeft: z.nullable(z.int()),
})
export type MassRefund = z.infer<typeof massRefund>

const massRefundFailures = ['event_not_found', 'mass_refund_not_found'] as const

export const startMassRefund = endpoint({
  method: 'POST',
  path: '/api/v1/events/{id}/refunds/all',
  summary: 'Devuelve la plata de todas las entradas de un evento; hay que escribir su nombre',
  access: eventOwners,
  stepUp: true,
  whileImpersonating: 'blocked',
  audit: 'refund.mass-start',
  status: 202,
  params: refundsOfEvent,
  body: z.object({
    reason: refundReason,
    /** The preview's text, where it has one. Left out, what the preview showed this session in the last 15 minutes begins. */
    confirmation: z.optional(line({ max: 200 })),
  }),
  response: massRefund,
  failures: ['event_not_found', 'confirmation_mismatch', 'mass_refund_running', 'nothing_to_refund', 'owner_only'],
})

export const getMassRefund = endpoint({
  method: 'GET',
  path: '/api/v1/events/{id}/refunds/all/{jobId}',
  summary: 'Cómo va una devolución de todo un evento',
  access: eventReaders,
  whileImpersonating: 'read',
  live: { topic: 'event', of: 'params.id' },
  params: ofMassRefund,
  response: massRefund,
  failures: massRefundFailures,
})

export const changeMassRefund = endpoint({
  method: 'POST',
  path: '/api/v1/events/{id}/refunds/all/{jobId}/{act}',
  summary: 'Pausa, sigue o frena una devolución de todo un evento; lo que ya se pidió no vuelve atrás',
  access: eventOwners,
  stepUp: true,
  whileImpersonating: 'blocked',
  audit: ['refund.mass-pause', 'refund.mass-resume', 'refund.mass-stop'],
  params: z.extend(ofMassRefund, { act: z.enum(['pause', 'resume', 'stop']) }),
  response: massRefund,
  failures: [...massRefundFailures, 'mass_refund_over', 'owner_only'],
})

export const getMassRefundReport = endpoint({
  method: 'GET',
  path: '/api/v1/events/{id}/refunds/all/{jobId}/report',
  summary: 'El informe de una devolución de todo un evento, en PDF',
  access: eventReaders,
  whileImpersonating: 'blocked',
  rate: { per: 'account', limit: 30, seconds: 3600 },
  params: ofMassRefund,
  response: 'bytes',
  failures: massRefundFailures,
})

export const listMassRefunds = listOf({
  path: '/api/v1/admin/mass-refunds',
  summary: 'Las devoluciones de eventos enteros',
  access: { roles: ['godAdmin'] },
  whileImpersonating: 'read',
  rows: { massRefunds: massRefund },
  filters: {
    state: z.optional(z.enum(MASS_REFUND_STATES)),
    search: z.optional(line({ max: 100 })),
  },
  sort: ['createdAt'],
  order: 'desc',
  failures: [],
})
