import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readName, readPayment, readRefund, STATUSES } from './mercado-pago-payment.ts'

const answer = {
  id: 128_400_000_001,
  status: 'approved',
  transaction_amount: 1_800.5,
  currency_id: 'ARS',
  collector_id: 111,
  live_mode: true,
  date_created: '2026-11-21T08:00:00.000-04:00',
}

/** The rest of what a payment may say. */
const EVERY_FIELD = {
  status_detail: 'accredited',
  external_reference: 'pedido',
  transaction_amount_refunded: 10,
  date_approved: '2026-11-21T08:00:00.000-04:00',
  date_last_updated: '2026-11-21T08:00:00.000-04:00',
  money_release_date: '2026-12-01T08:00:00.000-04:00',
  payment_method_id: 'visa',
  payment_type_id: 'credit_card',
  installments: 1,
  payer: { email: 'jose@gmail.com' },
  transaction_details: { net_received_amount: 1_500 },
  fee_details: [{ type: 'application_fee', amount: 180, fee_payer: 'collector' }],
}

test.each([
  ['pending', 'pending'],
  ['in_process', 'pending'],
  ['authorized', 'pending'],
  ['approved', 'approved'],
  ['in_mediation', 'approved'],
  ['rejected', 'rejected'],
  ['cancelled', 'cancelled'],
  ['refunded', 'refunded'],
  ['charged_back', 'charged_back'],
])('%s is %s', (status, ours) => {
  expect(readPayment({ ...answer, status })).toMatchObject({ status: ours, isDisputed: status === 'in_mediation' })
})

test('no status is mapped that is not in the table above', () => {
  expect(Object.keys(STATUSES)).toHaveLength(9)
})

test('what is missing is null, never a guess', () => {
  expect(readPayment(answer)).toEqual({
    id: '128400000001',
    status: 'approved',
    statusDetail: null,
    externalReference: null,
    amountCents: 180_050,
    currency: 'ARS',
    collectorId: '111',
    liveMode: true,
    refundedCents: 0,
    feeCents: null,
    marketplaceFeeCents: null,
    netReceivedCents: null,
    releasesAt: null,
    isDisputed: false,
    isChargebackLost: false,
    createdAt: '2026-11-21T12:00:00.000Z',
    approvedAt: null,
    lastUpdatedAt: '2026-11-21T12:00:00.000Z',
    paymentMethod: null,
    paymentType: null,
    installments: null,
    payerMail: null,
  })
})

test('our share and the buyer’s financing are not the provider’s fee', () => {
  const fee_details = [
    { type: 'mercadopago_fee', amount: 137.02, fee_payer: 'collector' },
    { type: 'financing_fee', amount: 90, fee_payer: 'payer' },
    { type: 'application_fee', amount: 180, fee_payer: 'collector' },
  ]
  expect(readPayment({ ...answer, fee_details })).toMatchObject({ feeCents: 13_702, marketplaceFeeCents: 18_000 })
})

test('the release date of the money is read, and a payment counts without it', () => {
  const releasesAtOf = (money_release_date: string | null) => readPayment({ ...answer, money_release_date })?.releasesAt
  expect(releasesAtOf('2026-12-01T08:00:00.000-04:00')).toBe('2026-12-01T12:00:00.000Z')
  expect(releasesAtOf(null)).toBeNull()
  expect(releasesAtOf('pronto')).toBeNull()
})

test.each([
  ['an unknown status', { status: 'teleported' }],
  ['no status', { status: undefined }],
  ['no amount', { transaction_amount: null }],
  ['an amount in text', { transaction_amount: '1800' }],
  ['no currency', { currency_id: undefined }],
  ['no collector', { collector_id: undefined }],
  ['a date that is none', { date_created: 'ayer' }],
  ['a last change that is none', { date_last_updated: 'ayer' }],
  ['a last change that is a number', { date_last_updated: 1_795_000_000 }],
  ['a mode in words', { live_mode: 'yes' }],
  ['no mode', { live_mode: undefined }],
  ['a mode of nothing', { live_mode: null }],
  ['a currency that is none', { currency_id: 'pesos' }],
  ['an amount beyond all counting', { transaction_amount: 1e300 }],
  ['what was refunded in words', { transaction_amount_refunded: 'todo' }],
  ['an id that is none', { id: '../users/me' }],
  ['a status that every object has', { status: 'constructor' }],
])('%s is not a payment', (_, changes) => {
  expect(readPayment({ ...answer, ...changes })).toBeNull()
})

test.each([
  ['payer', { payerMail: null }],
  ['payment_method_id', { paymentMethod: null }],
  ['payment_type_id', { paymentType: null }],
  ['installments', { installments: null }],
  ['transaction_details', { netReceivedCents: null }],
  ['fee_details', { feeCents: null, marketplaceFeeCents: null }],
  ['money_release_date', { releasesAt: null }],
  ['date_approved', { approvedAt: null }],
  ['status_detail', { statusDetail: null }],
  ['external_reference', { externalReference: null }],
])('%s of any shape decides nothing: it reads as not said', (name, unsaid) => {
  for (const shape of [[7], {}, [null], { email: 5 }, true, 'a\0b']) {
    expect(readPayment({ ...answer, date_last_updated: answer.date_created, [name]: shape })).toMatchObject(unsaid)
  }
})

test('whatever a field is, reading throws nothing and gives what the database takes, or nothing', () => {
  const whole = { ...answer, ...EVERY_FIELD }
  const changed = fc.tuple(fc.constantFrom(...Object.keys(whole)), fc.oneof(fc.jsonValue(), fc.constant('a\0b')))
  fc.assert(
    fc.property(changed, ([name, value]) => {
      const row: unknown = JSON.parse(JSON.stringify({ ...whole, [name]: value }))
      expect(readName(row)).toBeTruthy()
      const read = readPayment(row)
      if (!read) return
      expect(JSON.stringify(read)).not.toContain(String.raw`\u0000`)
      const { amountCents, refundedCents, feeCents, marketplaceFeeCents, netReceivedCents } = read
      for (const cents of [
        amountCents,
        refundedCents,
        feeCents ?? 0,
        marketplaceFeeCents ?? 0,
        netReceivedCents ?? 0,
      ]) {
        expect(Number.isSafeInteger(cents)).toBe(true)
      }
    }),
    { numRuns: 800 },
  )
})

test('a number as reference names what it says; when it was made is not needed', () => {
  expect(readPayment({ ...answer, external_reference: 1234 })).toMatchObject({ externalReference: '1234' })
  expect(readPayment({ ...answer, date_created: null, date_last_updated: answer.date_created })).toMatchObject({
    createdAt: null,
    lastUpdatedAt: '2026-11-21T12:00:00.000Z',
  })
})

test.each([null, 'text', 42, [], {}])('%j is not a payment', (answer) => {
  expect(readPayment(answer)).toBeNull()
})

test.each([
  ['approved', 'approved'],
  [undefined, 'approved'],
  ['in_process', 'in_process'],
  ['authorized', 'in_process'],
  ['rejected', 'rejected'],
  ['cancelled', 'rejected'],
])('a refund that is %s is %s', (status, state) => {
  expect(readRefund({ id: 7, amount: 0.3, status })).toEqual({ refundId: '7', amountCents: 30, state })
})

test('what has no amount, or a state that is no word, is not a refund', () => {
  expect(readRefund({ id: 7 })).toBeNull()
  expect(readRefund({ id: 7, amount: 0.3, status: {} })).toBeNull()
})
