import { expect, test } from 'vitest'
import type { OrderState } from '#contract/sales/checkout.ts'
import type { ProviderPayment } from '#server/adapters/payments/port.ts'
import {
  decidePayment,
  refusalOfLatePayment,
  type LatePaymentFacts,
  type PaymentDecision,
  type PaymentFacts,
} from './decide-payment.ts'

const providerPayment: ProviderPayment = {
  id: '1',
  status: 'approved',
  statusDetail: null,
  externalReference: 'order',
  amountCents: 1000,
  currency: 'ARS',
  collectorId: '111',
  liveMode: true,
  refundedCents: 0,
  feeCents: 50,
  marketplaceFeeCents: null,
  netReceivedCents: null,
  releasesAt: null,
  isDisputed: false,
  isChargebackLost: false,
  createdAt: '2026-11-21T12:00:00.000Z',
  approvedAt: '2026-11-21T12:00:00.000Z',
  lastUpdatedAt: '2026-11-21T12:00:00.000Z',
  paymentMethod: 'visa',
  paymentType: 'credit_card',
  installments: 1,
  payerMail: null,
}
const known = {
  id: 'p',
  orderId: 'o',
  status: 'pending',
  lastUpdatedAt: '2026-11-21T11:59:00.000Z',
  amountCents: 1000,
  refundedCents: 0,
  providerFeeCents: 0,
  isApplied: false,
}

type Changes = Partial<Omit<PaymentFacts, 'order'>> & { readonly state?: OrderState }

function facts({ state = 'pending_payment', ...changes }: Changes = {}): PaymentFacts {
  const order = {
    id: 'o',
    publicId: 'order',
    eventId: 'e',
    companyId: 'c',
    buyerId: 'b',
    state,
    isHoldExtended: false,
    isUnproved: false,
    subtotalCents: 900,
    feeCents: 100,
    totalCents: 1000,
    absorbedFeeCents: 0,
    paidCents: 0,
    refundedCents: 0,
    drinksCount: 0,
    ticketId: null,
    isOver: false,
  }
  return {
    order,
    eventNumber: 1,
    isEventCancelled: false,
    lines: [],
    drinks: [],
    collectorIds: ['111', '222'],
    known: null,
    isInSuspense: false,
    isPaidByAnother: false,
    ...changes,
  }
}

const confirm: PaymentDecision = { does: 'confirm' }
const receive: PaymentDecision = { does: 'receive' }
const recordReversal: PaymentDecision = { does: 'record_reversal' }
const old: PaymentDecision = { ignored: 'old_news' }

test.each<[string, Partial<ProviderPayment>, PaymentFacts | null, PaymentDecision]>([
  ['an unknown order', {}, null, { ignored: 'unknown_reference' }],
  ['the plain case', {}, facts(), confirm],
  ['the plain case, reported before the link was opened', {}, facts({ state: 'reserved' }), confirm],
  ['to an account that collected for it before', { collectorId: '222' }, facts(), confirm],
  ['to another account', { collectorId: '333' }, facts(), { ignored: 'other_collector' }],
  ['with test credentials', { liveMode: false }, facts(), { ignored: 'sandbox' }],
  ['of another account and wrong', { collectorId: '333', amountCents: 1 }, facts(), { ignored: 'other_collector' }],
  ['too little', { amountCents: 999 }, facts(), { does: 'refund', reason: 'amount' }],
  ['too much', { amountCents: 1001 }, facts(), { does: 'refund', reason: 'amount' }],
  ['in dollars', { currency: 'USD' }, facts(), { does: 'refund', reason: 'currency' }],
  ['a second one', {}, facts({ state: 'paid', isPaidByAnother: true }), { does: 'refund', reason: 'second_payment' }],
  ['late', {}, facts({ state: 'expired' }), receive],
  ['of an order that was replaced', {}, facts({ state: 'cancelled' }), receive],
  ['of an order that failed', {}, facts({ state: 'failed' }), receive],
  ['that was pending', {}, facts({ known }), receive],
  ['of which a part is gone', { refundedCents: 1 }, facts(), receive],
  [
    'the same news again',
    {},
    facts({ known: { ...known, status: 'approved', lastUpdatedAt: providerPayment.lastUpdatedAt } }),
    old,
  ],
  ['news older than what is known', { status: 'pending' }, facts({ known: { ...known, status: 'approved' } }), old],
  [
    'one that bought it, reported again',
    {},
    facts({ state: 'paid', known: { ...known, isApplied: true } }),
    recordReversal,
  ],
  ['one on its way back, reported again', {}, facts({ known, isInSuspense: true }), recordReversal],
  ['refunded', { status: 'refunded' }, facts({ state: 'paid', known: { ...known, isApplied: true } }), recordReversal],
  ['refunded before it was reported as approved', { status: 'refunded' }, facts({ known }), receive],
  ['charged back before it was ever reported', { status: 'charged_back' }, facts(), receive],
  ['the same after the hold', { status: 'charged_back' }, facts({ state: 'expired' }), receive],
  ['the same of another amount', { status: 'charged_back', amountCents: 1 }, facts(), recordReversal],
  ['the same of a second one', { status: 'refunded' }, facts({ state: 'paid', isPaidByAnother: true }), recordReversal],
  [
    'the same of one that buys nothing any more',
    { status: 'refunded' },
    facts({ known, isInSuspense: true }),
    recordReversal,
  ],
  ['refunded and never approved', { status: 'refunded', approvedAt: null }, facts(), recordReversal],
  ['pending', { status: 'pending' }, facts(), { does: 'keep_hold' }],
  ['rejected', { status: 'rejected' }, facts(), { does: 'keep_hold' }],
  ['rejected when the order is paid', { status: 'rejected' }, facts({ state: 'paid' }), { does: 'record' }],
  ['cancelled when the order has ended', { status: 'cancelled' }, facts({ state: 'expired' }), { does: 'record' }],
])('%s', (_name, changes, known, decision) => {
  expect(decidePayment({ ...providerPayment, ...changes }, known)).toEqual(decision)
})

const late: LatePaymentFacts = {
  isOnSale: true,
  hasBuyerLeft: false,
  personLimit: 4,
  takenOfEvent: 2,
  lines: [{ type: { id: 't', perPersonLimit: 3 }, quantity: 2, takenOfType: 1 }],
  discount: null,
}
const discount = { id: 'd', uses: 4, maxUses: 5, perPersonLimit: 2, usesOfPerson: 1 }

test.each<[string, Partial<LatePaymentFacts>, ReturnType<typeof refusalOfLatePayment>]>([
  ['just within every limit', {}, null],
  ['an event that is not on sale', { isOnSale: false }, 'event_not_on_sale'],
  ['a buyer who has left', { hasBuyerLeft: true }, 'buyer_left'],
  ['too many of the event for a person', { takenOfEvent: 3 }, 'person_limit'],
  [
    'too many of the type for a person',
    { lines: late.lines.map((line) => ({ ...line, takenOfType: 2 })) },
    'person_limit',
  ],
  ['a code with one use left', { discount }, null],
  ['a code without limits', { discount: { ...discount, maxUses: null, perPersonLimit: null } }, null],
  ['a code that is used up', { discount: { ...discount, uses: 5 } }, 'discount_used_up'],
  ['a code that the person used up', { discount: { ...discount, usesOfPerson: 2 } }, 'discount_person_limit'],
])('a late payment, %s: %3$s', (_name, changes, expected) => {
  expect(refusalOfLatePayment({ ...late, ...changes })).toBe(expected)
})
