import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { movableClock } from '#server/testing/movable-clock.ts'
import { start, type Started } from '#simulators/mercado-pago/start.ts'
import { createMercadoPago } from './mercado-pago.ts'
import { ProviderUnavailable, type Payments } from './port.ts'
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

describe('a call that fails', () => {
  test.each([
    [
      { kind: 'status', status: 500 },
      { reason: 'provider_error', retryable: true, status: 500 },
    ],
    [
      { kind: 'status', status: 503 },
      { reason: 'provider_error', retryable: true, status: 503 },
    ],
    [
      { kind: 'status', status: 429, retryAfterSeconds: 0 },
      { reason: 'rate_limited', retryable: true, status: 429 },
    ],
    [
      { kind: 'status', status: 423 },
      { reason: 'provider_error', retryable: true, status: 423 },
    ],
    [
      { kind: 'status', status: 403 },
      { reason: 'bad_request', retryable: false, status: 403 },
    ],
    [{ kind: 'lose' }, { reason: 'unreachable', retryable: true, status: null }],
    [{ kind: 'garbage' }, { reason: 'bad_answer', retryable: true, status: null }],
  ] as const)('%j throws %j', async (fault, details) => {
    const id = await paid()
    simulator.control.addFault(fault)
    await expect(payments.fetchPayment(account, id)).rejects.toEqual(unavailable(details))
  })

  test('a burst shorter than the retries is not noticed', async () => {
    simulator.control.addFault({ kind: 'status', status: 500, times: 1 })
    simulator.control.addFault({ kind: 'status', status: 429, retryAfterSeconds: 0, times: 1 })
    const request = sampleCheckout()
    const made = await payments.createCheckout(account, request)
    const calls = simulator.control.requests.filter((line) => line.idempotencyKey === request.idempotencyKey)
    expect(made.preferenceId).toBeTruthy()
    expect(calls).toHaveLength(1)
  })

  test('slow beyond the time allowed is unreachable', async () => {
    simulator.control.addFault({ kind: 'hang' })
    await expect(adapterOf({ timeoutMs: 50 }).fetchAccount(account.accessToken)).rejects.toEqual(
      unavailable({ reason: 'unreachable', retryable: true }),
    )
  })

  test('a revoked seller is distinguished from a fault', async () => {
    await simulator.control.addSeller({ userId: '333', nickname: 'Se fue', accessToken: 'APP_USR-fue' })
    await simulator.control.revokeSeller('333')
    const gone = { accessToken: 'APP_USR-fue', collectorId: '333' }
    const revoked = unavailable({ reason: 'account_revoked', retryable: false, status: 401 })
    await expect(payments.createCheckout(gone, sampleCheckout())).rejects.toEqual(revoked)
    await expect(payments.fetchPayment(gone, '42')).rejects.toEqual(revoked)
    await expect(payments.searchPayments(gone, 'x')).rejects.toEqual(revoked)
    await expect(payments.fetchAccount('APP_USR-fue')).resolves.toBeNull()
  })

  test('its error carries neither token nor buyer', async () => {
    simulator.control.addFault({ kind: 'status', status: 400 })
    const error = await payments.createCheckout(account, sampleCheckout()).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ProviderUnavailable)
    expect(JSON.stringify([String(error), error])).not.toMatch(/APP_USR|jose|Josefina/)
  })
})

describe('idempotency keys', () => {
  test('never leak from one call into the next', async () => {
    const { preferenceId } = await payments.createCheckout(account, sampleCheckout())
    const paymentId = await simulator.control.pay(preferenceId)
    const from = simulator.control.requests.length
    await payments.createCheckout(account, sampleCheckout({ idempotencyKey: 'leak-checkout' }))
    await payments.refundPayment(account, { paymentId, amountCents: 1_00, idempotencyKey: 'leak-refund' })
    await payments.expireCheckout(account, preferenceId)
    await payments.cancelPayment(account, paymentId)
    await payments.refreshToken('TG-unknown')
    await payments.refreshToken('TG-unknown')
    const keys = simulator.control.requests
      .slice(from)
      .filter((line) => line.method !== 'GET')
      .map((line) => line.idempotencyKey)
    expect(keys.slice(0, 4)).toEqual(['leak-checkout', 'leak-refund', `expire-${preferenceId}`, `cancel-${paymentId}`])
    expect(new Set(keys).size).toBe(keys.length)
  })

  test('two adapters of one process keep their own addresses', async () => {
    const second = await start({ port: 0, clock, isAutomatic: false })
    await second.control.addSeller({ userId: '111', nickname: 'La misma', accessToken: account.accessToken })
    const elsewhere = createMercadoPago({ baseUrl: second.url, authUrl: second.authUrl, ...second.application })
    const names = await Promise.all([
      elsewhere.fetchAccount(account.accessToken),
      payments.fetchAccount(account.accessToken),
      elsewhere.fetchAccount(account.accessToken),
    ])
    expect(names.map((profile) => profile?.nickname)).toEqual(['La misma', 'La Noche', 'La misma'])
    await second.stop()
  })
})
