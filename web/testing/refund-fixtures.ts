/** Refunds for the tests of this area, as the server describes them. */
import type { RefundableTicket, RefundDetail, RefundRow, RefundSummary } from '#contract/sales/refunds.ts'
import type { MassRefund, MassRefundPreview } from '#contract/sales/refunds-mass.ts'
import { EVENT_ID, managedEvent } from './organizer-fixtures.ts'

export const REFUND_ID = '01990000-0000-7000-8000-0000000000f1'
export const MASS_ID = '01990000-0000-7000-8000-0000000000f2'
export const TICKET_ID = '01990000-0000-7000-8000-0000000000f3'
/** Of the API. */
export const refundsPath = `/api/v1/events/${EVENT_ID}/refunds`

const payer = { name: 'Guadalupe Cabrera', mail: 'guada@previa.test', phone: '+5491155550101' }
const ticket = {
  ticketId: TICKET_ID,
  number: 'W731F04Z',
  type: 'VIP con barra',
  state: 'valid',
  holderName: 'Guadalupe Cabrera',
} as const
const none = { count: 0, amount: 0 }

export function refundRow(changes: Partial<RefundRow> = {}): RefundRow {
  return {
    id: REFUND_ID,
    state: 'processing',
    source: 'organizer',
    waitsFor: 'balance',
    amount: 19_800,
    reason: 'Se rompió el ascensor',
    ticket: { ...ticket, state: 'suspended' },
    endsTicket: true,
    orderId: 'Wp1ZbRBp1ZbRBp1ZbRBp1Z',
    orderNumber: '7M4Q2KZC',
    payer,
    requestedBy: 'Valeria Ríos',
    massRefundId: null,
    createdAt: '2026-11-20T10:00:00-03:00',
    completedAt: null,
    ...changes,
  }
}

export function refundDetail(changes: Partial<RefundDetail> = {}): RefundDetail {
  return {
    ...refundRow(),
    split: { organizer: 18_000, platform: 1800 },
    paymentNumber: '90001234',
    providerRefund: null,
    attempts: 3,
    nextAttemptAt: '2026-11-20T11:00:00-03:00',
    unfundedSince: '2026-11-20T10:00:00-03:00',
    steps: [
      { at: '2026-11-20T10:00:00-03:00', what: 'requested' },
      { at: '2026-11-20T10:00:05-03:00', what: 'asked' },
    ],
    ...changes,
  }
}

export function refundableTicket(changes: Partial<RefundableTicket> = {}): RefundableTicket {
  return {
    ...ticket,
    id: ticket.ticketId,
    isDrinks: false,
    drinks: [],
    orderId: 'Wp1ZbRBp1ZbRBp1ZbRBp1Z',
    orderNumber: '7M4Q2KZC',
    payer,
    paidAt: '2026-11-18T21:00:00-03:00',
    amount: 19_800,
    refunded: 0,
    refundable: 19_800,
    obstacle: null,
    ...changes,
  }
}

export function refundSummary(changes: Partial<RefundSummary> = {}): RefundSummary {
  return {
    event: { id: EVENT_ID, name: managedEvent().name, state: 'active', isOnSale: true },
    sold: { count: 42, amount: 831_600 },
    completed: none,
    open: none,
    failed: none,
    disputed: none,
    refundable: { count: 42, amount: 831_600 },
    unfunded: none,
    salesStopAt: null,
    areSalesStopped: false,
    massRefundId: null,
    ...changes,
  }
}

export function massRefundPreview(changes: Partial<MassRefundPreview> = {}): MassRefundPreview {
  return {
    event: { id: EVENT_ID, name: managedEvent().name, startDate: '2030-11-30T23:30:00-03:00', isOnSale: true },
    refundable: { count: 40, amount: 792_000 },
    platformShare: 72_000,
    alreadyRefunded: { count: 2, amount: 39_600 },
    open: none,
    inPerson: { count: 3, amount: 54_000 },
    free: 5,
    used: none,
    disputed: none,
    tooOld: none,
    seconds: 8,
    confirmation: managedEvent().name,
    reason: null,
    ...changes,
  }
}

export function massRefund(changes: Partial<MassRefund> = {}): MassRefund {
  return {
    id: MASS_ID,
    event: { id: EVENT_ID, name: managedEvent().name },
    state: 'running',
    reason: 'Se suspendió por tormenta',
    requestedBy: 'Valeria Ríos',
    createdAt: '2026-11-20T10:00:00-03:00',
    finishedAt: null,
    all: { count: 40, amount: 792_000 },
    waiting: { count: 27, amount: 534_600 },
    processing: { count: 1, amount: 19_800 },
    completed: { count: 11, amount: 217_800 },
    failed: { count: 1, amount: 19_800 },
    rejected: none,
    unfunded: none,
    secondsLeft: 125,
    ...changes,
  }
}
