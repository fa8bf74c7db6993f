import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { movableClock } from '#server/testing/movable-clock.ts'
import { start, type Started } from '#simulators/mercado-pago/start.ts'
import { createMercadoPago } from './mercado-pago.ts'
import type { Payments, ProviderUnavailable } from './port.ts'
import { sampleCheckout } from '#server/testing/sample-checkout.ts'

const clock = movableClock('2026-11-21T12:00:00Z')
const account = { accessToken: 'APP_USR-noche', collectorId: '111' }
let simulator: Started
let payments: Payments

function adapterOf({ timeoutMs = 10_000 } = {}): Payments {
  const { url, authUrl, application } = simulator
  return createMercadoPago({ baseUrl: url, authUrl, timeoutMs, retryDelayMs: 1, ...application })
}

beforeAll(async () => {
  simulator = await start({ port: 0, clock, isAutomatic: false })
  await simulator.control.addSeller({ userId: '111', nickname: 'La Noche', accessToken: account.accessToken })
  payments = adapterOf()
})
afterEach(() => simulator.control.behave())
afterAll(() => simulator.stop())

async function paid(): Promise<string> {
  const { preferenceId } = await payments.createCheckout(account, sampleCheckout())
  return simulator.control.pay(preferenceId)
}

function unavailable(fields: Partial<ProviderUnavailable>) {
  return expect.objectContaining({ name: 'ProviderUnavailable', ...fields })
}

test('in parts up to the whole, each key once', async () => {
  const paymentId = await paid()
  const first = { paymentId, amountCents: 1_980_000, idempotencyKey: `${paymentId}-a` }
  const refunded = await payments.refundPayment(account, first)
  expect(refunded).toMatchObject({ state: 'approved', amountCents: 1_980_000 })
  await expect(payments.refundPayment(account, first)).resolves.toEqual(refunded)
  await expect(payments.fetchPayment(account, paymentId)).resolves.toMatchObject({
    status: 'approved',
    statusDetail: 'partially_refunded',
    refundedCents: 1_980_000,
  })
  await expect(payments.refundPayment(account, { paymentId, idempotencyKey: `${paymentId}-b` })).resolves.toMatchObject(
    {
      state: 'approved',
      amountCents: 1_980_000,
    },
  )
  await expect(payments.fetchPayment(account, paymentId)).resolves.toMatchObject({
    status: 'refunded',
    refundedCents: 3_960_000,
  })
  expect((await payments.listRefunds(account, paymentId)).items).toHaveLength(2)
})

test('the same key for another amount is a conflict, not a second refund', async () => {
  const paymentId = await paid()
  await payments.refundPayment(account, { paymentId, amountCents: 100_00, idempotencyKey: `${paymentId}-a` })
  await expect(
    payments.refundPayment(account, { paymentId, amountCents: 200_00, idempotencyKey: `${paymentId}-a` }),
  ).rejects.toEqual(unavailable({ reason: 'conflict', retryable: false }))
  expect(simulator.control.refunds(paymentId)).toHaveLength(1)
})

test.each(['lose', 'hang'] as const)(
  'an answer lost after the refund was made (%s) does not refund twice',
  async (kind) => {
    const paymentId = await paid()
    simulator.control.addFault({ kind, path: '/refunds', times: 1 })
    const impatient = adapterOf({ timeoutMs: 300 })
    await expect(
      impatient.refundPayment(account, { paymentId, idempotencyKey: `${paymentId}-a` }),
    ).resolves.toMatchObject({ state: 'approved' })
    expect(simulator.control.refunds(paymentId)).toHaveLength(1)
  },
)

test('every answer lost: the call failed, and the same key later gives the refund that was made', async () => {
  const paymentId = await paid()
  simulator.control.addFault({ kind: 'lose', path: '/refunds' })
  const refund = { paymentId, amountCents: 50_000, idempotencyKey: `${paymentId}-a` }
  await expect(payments.refundPayment(account, refund)).rejects.toEqual(
    unavailable({ reason: 'unreachable', retryable: true, status: null }),
  )
  simulator.control.behave()
  await expect(payments.refundPayment(account, refund)).resolves.toMatchObject({
    state: 'approved',
    amountCents: 50_000,
  })
  expect(simulator.control.refunds(paymentId)).toHaveLength(1)
})

test('50 at once under one key are one refund', async () => {
  const paymentId = await paid()
  const refund = { paymentId, idempotencyKey: `${paymentId}-a` }
  const results = await Promise.all(Array.from({ length: 50 }, () => payments.refundPayment(account, refund)))
  expect(new Set(results.map((result) => result.refundId)).size).toBe(1)
  expect(simulator.control.refunds(paymentId)).toHaveLength(1)
})

test('that wait for the vendor say so', async () => {
  const paymentId = await paid()
  simulator.control.setSwitches({ refundOutcome: 'in_process' })
  const result = await payments.refundPayment(account, { paymentId, idempotencyKey: `${paymentId}-a` })
  expect(result.state).toBe('in_process')
  await simulator.control.settleRefund(result.refundId ?? '', 'approved')
  expect((await payments.listRefunds(account, paymentId)).items).toEqual([
    { refundId: result.refundId, amountCents: 3_960_000, state: 'approved' },
  ])
})

describe('are refused as values', () => {
  test('insufficient balance, and accepted under the same key once there is money', async () => {
    const paymentId = await paid()
    const refund = { paymentId, idempotencyKey: `${paymentId}-a` }
    await simulator.control.setBalance('111', 1_00)
    await expect(payments.refundPayment(account, refund)).resolves.toMatchObject({
      state: 'rejected',
      reason: 'insufficient_balance',
    })
    await simulator.control.setBalance('111', null)
    await expect(payments.refundPayment(account, refund)).resolves.toMatchObject({ state: 'approved' })
  })

  test('already refunded by anyone', async () => {
    const paymentId = await paid()
    await simulator.control.refund(paymentId)
    await expect(payments.refundPayment(account, { paymentId, idempotencyKey: 'x' })).resolves.toMatchObject({
      state: 'rejected',
      reason: 'already_refunded',
    })
  })

  test('more than what is left', async () => {
    const paymentId = await paid()
    await simulator.control.refund(paymentId, 3_000_000)
    const refund = { paymentId, amountCents: 960_001, idempotencyKey: 'y' }
    await expect(payments.refundPayment(account, refund)).resolves.toMatchObject({
      state: 'rejected',
      reason: 'exceeds_remainder',
    })
  })

  test('never paid, unknown, rejected by the vendor, account revoked', async () => {
    const { preferenceId } = await payments.createCheckout(account, sampleCheckout())
    const unpaid = await simulator.control.pay(preferenceId, { outcome: 'rejected' })
    const done = await simulator.control.pay(preferenceId)
    const refuse = (paymentId: string, key: string, token = account) =>
      payments.refundPayment(token, { paymentId, idempotencyKey: key })
    await expect(refuse(unpaid, 'r1')).resolves.toMatchObject({
      state: 'rejected',
      reason: 'not_refundable',
      refundId: null,
    })
    await expect(refuse('42', 'r2')).resolves.toMatchObject({ state: 'rejected', reason: 'not_found' })
    await expect(refuse('x/../y', 'r3')).resolves.toMatchObject({ state: 'rejected', reason: 'not_found' })
    await expect(refuse(done, 'r4', { ...account, accessToken: 'gone' })).resolves.toMatchObject({
      state: 'rejected',
      reason: 'account_revoked',
    })
    simulator.control.setSwitches({ refundOutcome: 'rejected' })
    await expect(refuse(done, 'r5')).resolves.toMatchObject({
      state: 'rejected',
      reason: 'other',
      refundId: expect.any(String),
    })
  })

  test('after 180 days', async () => {
    const paymentId = await paid()
    const before = clock.now()
    clock.advance(180 * 86_400_000 - 1)
    await simulator.control.addSeller({ userId: '111', nickname: 'La Noche', accessToken: account.accessToken })
    await expect(
      payments.refundPayment(account, { paymentId, amountCents: 1_00, idempotencyKey: 't1' }),
    ).resolves.toMatchObject({ state: 'approved' })
    clock.advance(2)
    await expect(
      payments.refundPayment(account, { paymentId, amountCents: 1_00, idempotencyKey: 't2' }),
    ).resolves.toMatchObject({ state: 'rejected', reason: 'too_late' })
    clock.set(before)
  })
})
