import { describe, expect, test } from 'vitest'
import type { PaymentStatus, ProviderPayment } from '#server/adapters/payments/port.ts'
import { addSeconds } from '#server/shared/clock.ts'
import { returnedCents, isCash, isNewer, judgePayment } from './payment.ts'
import { rejectionInWords } from './rejection.ts'

const AT = '2026-11-21T12:00:00.000Z'

function providerPayment(changes: Partial<ProviderPayment> = {}): ProviderPayment {
  return {
    id: '1',
    status: 'approved',
    statusDetail: null,
    externalReference: 'the-order',
    amountCents: 1_980_000,
    currency: 'ARS',
    collectorId: '111',
    liveMode: true,
    refundedCents: 0,
    feeCents: 150_000,
    marketplaceFeeCents: 180_000,
    netReceivedCents: 1_650_000,
    releasesAt: null,
    isDisputed: false,
    isChargebackLost: false,
    createdAt: AT,
    approvedAt: AT,
    lastUpdatedAt: AT,
    paymentMethod: 'visa',
    paymentType: 'credit_card',
    installments: 1,
    payerMail: null,
    ...changes,
  }
}

describe('an order is paid by nothing but what it expects (M4)', () => {
  const expected = { totalCents: 1_980_000, collectorIds: ['111', '222'] }
  test.each([
    ['the right one', {}, { verdict: 'right' }],
    ['the account that the company had before', { collectorId: '222' }, { verdict: 'right' }],
    ['another collector', { collectorId: '333' }, { verdict: 'ignored', why: 'other_collector' }],
    ['test credentials', { liveMode: false }, { verdict: 'ignored', why: 'sandbox' }],
    ['a centavo less', { amountCents: 1_979_999 }, { verdict: 'wrong', why: 'amount' }],
    ['a centavo more', { amountCents: 1_980_001 }, { verdict: 'wrong', why: 'amount' }],
    ['nothing', { amountCents: 0 }, { verdict: 'wrong', why: 'amount' }],
    ['dollars', { currency: 'USD' }, { verdict: 'wrong', why: 'currency' }],
    [
      'a wrong amount of another collector',
      { collectorId: '333', amountCents: 1 },
      { verdict: 'ignored', why: 'other_collector' },
    ],
    ['a wrong amount in test', { liveMode: false, amountCents: 1 }, { verdict: 'ignored', why: 'sandbox' }],
    ['the wrong amount of dollars', { currency: 'USD', amountCents: 1 }, { verdict: 'wrong', why: 'currency' }],
    ['no collector at all', { collectorId: '' }, { verdict: 'ignored', why: 'other_collector' }],
  ])('%s', (_name, changes, judgement) => {
    expect(judgePayment(expected, providerPayment(changes))).toEqual(judgement)
  })
})

const ORDER: readonly (readonly PaymentStatus[])[] = [
  ['pending'],
  ['rejected', 'cancelled'],
  ['approved'],
  ['refunded', 'charged_back'],
]

test('a status never goes back to a lower rank, however late it was written, but for a chargeback that was won (M3)', () => {
  for (const [low, lower] of ORDER.entries()) {
    for (const [high, higher] of ORDER.entries()) {
      for (const before of lower) {
        for (const after of higher) {
          const known = { status: before, lastUpdatedAt: AT, refundedCents: 0 }
          const later = isNewer(known, providerPayment({ status: after, lastUpdatedAt: addSeconds(AT, 1) }))
          const earlier = isNewer(known, providerPayment({ status: after, lastUpdatedAt: addSeconds(AT, -1) }))
          const isWon = before === 'charged_back' && after === 'approved'
          expect([before, after, later, earlier]).toEqual([before, after, high >= low || isWon, high > low])
        }
      }
    }
  }
})

test('what is known is no news', () => {
  expect(isNewer({ status: 'approved', lastUpdatedAt: AT }, providerPayment())).toBe(false)
})

test.each([
  ['ticket', true],
  ['atm', true],
  ['credit_card', false],
  [null, false],
])('%s is paid in cash: %s', (paymentType, expected) => {
  expect(isCash({ paymentType })).toBe(expected)
})

test.each([
  ['pending', 0],
  ['approved', 500],
  ['cancelled', 0],
  ['refunded', 1_980_000],
  ['charged_back', 1_980_000],
] as const)('of a payment that is %s, %d centavos are gone', (status, expected) => {
  expect(returnedCents(providerPayment({ status, refundedCents: 500 }))).toBe(expected)
})

test('a refusal is said in words, an unknown one too', () => {
  expect(rejectionInWords('cc_rejected_insufficient_amount')).toBe('La tarjeta no tiene fondos suficientes')
  expect(rejectionInWords('something_new')).toBe(rejectionInWords(null))
})
