import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { movableClock } from '#server/shared/clock.ts'
import { start, type Started } from '#simulators/mercado-pago/start.ts'
import { createMercadoPago } from './mercado-pago.ts'
import { ProviderUnavailable, type CheckoutRequest, type Payments } from './port.ts'

const clock = movableClock('2026-11-21T12:00:00Z')
const account = { accessToken: 'APP_USR-noche', collectorId: '111' }
const other = { accessToken: 'APP_USR-otra', collectorId: '222' }
let simulator: Started
let payments: Payments
let serial = 0

function adapterOf({ timeoutMs = 10_000 } = {}): Payments {
  const { url, authUrl, application } = simulator
  return createMercadoPago({ baseUrl: url, authUrl, timeoutMs, retryDelayMs: 1, ...application })
}

beforeAll(async () => {
  simulator = await start({ port: 0, clock, isAutomatic: false })
  await simulator.control.addSeller({ userId: '111', nickname: 'La Noche', accessToken: account.accessToken })
  await simulator.control.addSeller({ userId: '222', nickname: 'La Otra', accessToken: other.accessToken })
  payments = adapterOf()
})
afterEach(() => simulator.control.behave())
afterAll(() => simulator.stop())

function request(changes: Partial<CheckoutRequest> = {}): CheckoutRequest {
  serial += 1
  return {
    orderPublicId: `order-${serial}`,
    attempt: 1,
    items: [
      { id: 'general', title: 'General', quantity: 2, unitPriceCents: 1_800_000 },
      { id: 'fee', title: 'Cargo por servicio', quantity: 2, unitPriceCents: 180_000 },
    ],
    payer: { name: 'Josefina de la Cruz', mail: 'jose@gmail.com' },
    marketplaceFeeCents: 360_000,
    externalReference: `order-${serial}`,
    notificationUrl: 'http://127.0.0.1:9/webhook?company=1',
    backUrls: { success: 'http://localhost:3000/ok', pending: 'http://localhost:3000/espera', failure: 'http://localhost:3000/no' },
    expiresAt: '2026-11-21T12:15:00Z',
    binary: true,
    allowCash: false,
    statementDescriptor: 'PREVIA Peña Ñandú de las sierras',
    idempotencyKey: `order-${serial}-1`,
    ...changes,
  }
}

async function paid(changes: Partial<CheckoutRequest> = {}): Promise<string> {
  const { preferenceId } = await payments.createCheckout(account, request(changes))
  return simulator.control.pay(preferenceId)
}

function unavailable(fields: Partial<ProviderUnavailable>) {
  return expect.objectContaining({ name: 'ProviderUnavailable', ...fields })
}

describe('checkout', () => {
  test('becomes a preference with its amounts in pesos, its end and its limits', async () => {
    const { preferenceId, url } = await payments.createCheckout(account, request())
    expect(url).toBe(`${simulator.url}/checkout/v1/redirect?pref_id=${preferenceId}`)
    expect(simulator.control.preference(preferenceId)).toMatchObject({
      ownerId: '111',
      totalCents: 3_960_000,
      marketplaceFeeCents: 360_000,
      body: {
        items: [{ title: 'General', quantity: 2, unit_price: 18_000, currency_id: 'ARS' }, { unit_price: 1_800 }],
        payer: { name: 'Josefina', surname: 'de la Cruz', email: 'jose@gmail.com' },
        notification_url: 'http://127.0.0.1:9/webhook?company=1&source_news=webhooks',
        expires: true,
        expiration_date_to: '2026-11-21T12:15:00.000+00:00',
        binary_mode: true,
        payment_methods: { excluded_payment_types: [{ id: 'ticket' }, { id: 'atm' }] },
        statement_descriptor: 'PREVIA Pena Nandu de l',
        metadata: { order: `order-${serial}`, attempt: 1 },
      },
    })
  })

  test('with cash excludes nothing; free of our fee it asks for none', async () => {
    const { preferenceId } = await payments.createCheckout(account, request({ allowCash: true, binary: false, marketplaceFeeCents: 0 }))
    const { body } = simulator.control.preference(preferenceId)
    expect(body).not.toHaveProperty('payment_methods')
    expect(body).not.toHaveProperty('marketplace_fee')
  })

  test('the same key and request give the same checkout; another request under the key is a conflict', async () => {
    const first = request()
    const made = await payments.createCheckout(account, first)
    await expect(payments.createCheckout(account, first)).resolves.toEqual(made)
    await expect(payments.createCheckout(account, { ...first, marketplaceFeeCents: 1_00 })).rejects.toEqual(
      unavailable({ reason: 'conflict', retryable: false, status: 409 }),
    )
  })

  test('a token of another account never makes a checkout', async () => {
    const mixed = { accessToken: other.accessToken, collectorId: account.collectorId }
    await expect(payments.createCheckout(mixed, request())).rejects.toEqual(unavailable({ reason: 'wrong_account', retryable: false }))
  })

  test('what the vendor refuses is a fault of ours', async () => {
    await expect(payments.createCheckout(account, request({ marketplaceFeeCents: 9_999_999_00 }))).rejects.toEqual(
      unavailable({ reason: 'bad_request', retryable: false, status: 400 }),
    )
  })

  test('ends when it is told to, and an unknown one is told apart', async () => {
    const { preferenceId } = await payments.createCheckout(account, request())
    await expect(payments.expireCheckout(account, preferenceId)).resolves.toBe(true)
    expect(simulator.control.preference(preferenceId).body['expiration_date_to']).toBe(clock.now())
    await expect(payments.expireCheckout(account, 'unknown')).resolves.toBe(false)
    await expect(payments.expireCheckout(other, preferenceId)).resolves.toBe(false)
  })
})

describe('payments', () => {
  test('are told in our words', async () => {
    const id = await paid()
    await expect(payments.fetchPayment(account, id)).resolves.toEqual({
      id,
      status: 'approved',
      statusDetail: 'accredited',
      externalReference: `order-${serial}`,
      amountCents: 3_960_000,
      currency: 'ARS',
      collectorId: '111',
      liveMode: true,
      refundedCents: 0,
      feeCents: 301_356,
      marketplaceFeeCents: 360_000,
      netReceivedCents: 3_298_644,
      isDisputed: false,
      createdAt: '2026-11-21T12:00:00.000Z',
      approvedAt: '2026-11-21T12:00:00.000Z',
      lastUpdatedAt: '2026-11-21T12:00:00.000Z',
      paymentMethod: 'visa',
      paymentType: 'credit_card',
      installments: 1,
      payerMail: 'jose@gmail.com',
    })
  })

  test.each(['no-digits', '../users/me', '', '1'.repeat(30), '42'])('%j is nobody’s payment', async (id) => {
    await expect(payments.fetchPayment(account, id)).resolves.toBeNull()
  })

  test('of another seller do not exist', async () => {
    await expect(payments.fetchPayment(other, await paid())).resolves.toBeNull()
  })

  test('each field that may lie comes through as it was said', async () => {
    const { preferenceId } = await payments.createCheckout(account, request())
    const lie = { amountCents: 1_00, currency: 'USD', collectorId: '999', externalReference: 'another', liveMode: false }
    const id = await simulator.control.pay(preferenceId, lie)
    await expect(payments.fetchPayment(account, id)).resolves.toMatchObject(lie)
  })

  test('are found by reference, newest first, over several pages', async () => {
    const { preferenceId } = await payments.createCheckout(account, request())
    const ids: string[] = []
    for (let count = 0; count < 53; count += 1) ids.push(await simulator.control.pay(preferenceId, { outcome: 'rejected' }))
    const found = await payments.searchPayments(account, `order-${serial}`)
    expect(found.map((payment) => payment.id)).toEqual(ids.toReversed())
    await expect(payments.searchPayments(account, 'nobody')).resolves.toEqual([])
    await expect(payments.searchPayments(other, `order-${serial}`)).resolves.toEqual([])
  })

  test('are cancelled only while nothing was paid', async () => {
    const { preferenceId } = await payments.createCheckout(account, request({ binary: false, allowCash: true }))
    const waiting = await simulator.control.pay(preferenceId, { outcome: 'pending' })
    const done = await simulator.control.pay(preferenceId)
    await expect(payments.cancelPayment(account, waiting)).resolves.toMatchObject({ status: 'cancelled' })
    await expect(payments.cancelPayment(account, done)).resolves.toMatchObject({ status: 'approved' })
    await expect(payments.cancelPayment(account, '42')).resolves.toBeNull()
  })

  test('a complaint leaves the money with the seller until it is decided', async () => {
    const id = await paid()
    await simulator.control.dispute(id)
    await expect(payments.fetchPayment(account, id)).resolves.toMatchObject({ status: 'approved', isDisputed: true })
    await simulator.control.approve(id)
    await simulator.control.chargeBack(id)
    await expect(payments.fetchPayment(account, id)).resolves.toMatchObject({ status: 'charged_back', isDisputed: false })
  })

  test('an answer that lags behind is told apart by its last change', async () => {
    const id = await paid()
    await simulator.control.refund(id)
    simulator.control.setSwitches({ staleReads: 1 })
    const stale = await payments.fetchPayment(account, id)
    const fresh = await payments.fetchPayment(account, id)
    expect([stale?.status, fresh?.status]).toEqual(['approved', 'refunded'])
    expect((stale?.lastUpdatedAt ?? '') < (fresh?.lastUpdatedAt ?? '')).toBe(true)
  })
})

describe('refunds', () => {
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
    await expect(payments.refundPayment(account, { paymentId, idempotencyKey: `${paymentId}-b` })).resolves.toMatchObject({
      state: 'approved',
      amountCents: 1_980_000,
    })
    await expect(payments.fetchPayment(account, paymentId)).resolves.toMatchObject({ status: 'refunded', refundedCents: 3_960_000 })
    await expect(payments.listRefunds(account, paymentId)).resolves.toHaveLength(2)
  })

  test('the same key for another amount is a conflict, not a second refund', async () => {
    const paymentId = await paid()
    await payments.refundPayment(account, { paymentId, amountCents: 100_00, idempotencyKey: `${paymentId}-a` })
    await expect(payments.refundPayment(account, { paymentId, amountCents: 200_00, idempotencyKey: `${paymentId}-a` })).rejects.toEqual(
      unavailable({ reason: 'conflict', retryable: false }),
    )
    expect(simulator.control.refunds(paymentId)).toHaveLength(1)
  })

  test.each(['lose', 'hang'] as const)('an answer lost after the refund was made (%s) does not refund twice', async (kind) => {
    const paymentId = await paid()
    simulator.control.addFault({ kind, path: '/refunds', times: 1 })
    const impatient = adapterOf({ timeoutMs: 300 })
    await expect(impatient.refundPayment(account, { paymentId, idempotencyKey: `${paymentId}-a` })).resolves.toMatchObject({ state: 'approved' })
    expect(simulator.control.refunds(paymentId)).toHaveLength(1)
  })

  test('every answer lost: the call failed, and the same key later tells the refund that was made', async () => {
    const paymentId = await paid()
    simulator.control.addFault({ kind: 'lose', path: '/refunds' })
    const refund = { paymentId, amountCents: 50_000, idempotencyKey: `${paymentId}-a` }
    await expect(payments.refundPayment(account, refund)).rejects.toEqual(unavailable({ reason: 'unreachable', retryable: true, status: null }))
    simulator.control.behave()
    await expect(payments.refundPayment(account, refund)).resolves.toMatchObject({ state: 'approved', amountCents: 50_000 })
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
    await expect(payments.listRefunds(account, paymentId)).resolves.toEqual([
      { refundId: result.refundId, amountCents: 3_960_000, state: 'approved' },
    ])
  })

  describe('are refused as values', () => {
    test('insufficient balance, and accepted under the same key once there is money', async () => {
      const paymentId = await paid()
      const refund = { paymentId, idempotencyKey: `${paymentId}-a` }
      await simulator.control.setBalance('111', 1_00)
      await expect(payments.refundPayment(account, refund)).resolves.toMatchObject({ state: 'rejected', reason: 'insufficient_balance' })
      await simulator.control.setBalance('111', null)
      await expect(payments.refundPayment(account, refund)).resolves.toMatchObject({ state: 'approved' })
    })

    test('already refunded, by whoever', async () => {
      const paymentId = await paid()
      await simulator.control.refund(paymentId)
      await expect(payments.refundPayment(account, { paymentId, idempotencyKey: 'x' })).resolves.toMatchObject({ state: 'rejected', reason: 'already_refunded' })
    })

    test('more than what is left', async () => {
      const paymentId = await paid()
      await simulator.control.refund(paymentId, 3_000_000)
      const refund = { paymentId, amountCents: 960_001, idempotencyKey: 'y' }
      await expect(payments.refundPayment(account, refund)).resolves.toMatchObject({ state: 'rejected', reason: 'exceeds_remainder' })
    })

    test('never paid, unknown, rejected by the vendor, account revoked', async () => {
      const { preferenceId } = await payments.createCheckout(account, request())
      const unpaid = await simulator.control.pay(preferenceId, { outcome: 'rejected' })
      const done = await simulator.control.pay(preferenceId)
      const refuse = (paymentId: string, key: string, token = account) => payments.refundPayment(token, { paymentId, idempotencyKey: key })
      await expect(refuse(unpaid, 'r1')).resolves.toMatchObject({ state: 'rejected', reason: 'not_refundable', refundId: null })
      await expect(refuse('42', 'r2')).resolves.toMatchObject({ state: 'rejected', reason: 'not_found' })
      await expect(refuse('x/../y', 'r3')).resolves.toMatchObject({ state: 'rejected', reason: 'not_found' })
      await expect(refuse(done, 'r4', { ...account, accessToken: 'gone' })).resolves.toMatchObject({ state: 'rejected', reason: 'account_revoked' })
      simulator.control.setSwitches({ refundOutcome: 'rejected' })
      await expect(refuse(done, 'r5')).resolves.toMatchObject({ state: 'rejected', reason: 'other', refundId: expect.any(String) })
    })

    test('after 180 days', async () => {
      const paymentId = await paid()
      const before = clock.now()
      clock.advance(180 * 86_400_000 - 1)
      await simulator.control.addSeller({ userId: '111', nickname: 'La Noche', accessToken: account.accessToken })
      await expect(payments.refundPayment(account, { paymentId, amountCents: 1_00, idempotencyKey: 't1' })).resolves.toMatchObject({ state: 'approved' })
      clock.advance(2)
      await expect(payments.refundPayment(account, { paymentId, amountCents: 1_00, idempotencyKey: 't2' })).resolves.toMatchObject({ state: 'rejected', reason: 'too_late' })
      clock.set(before)
    })
  })
})

describe('a call that fails', () => {
  test.each([
    [{ kind: 'status', status: 500 }, { reason: 'provider_error', retryable: true, status: 500 }],
    [{ kind: 'status', status: 503 }, { reason: 'provider_error', retryable: true, status: 503 }],
    [{ kind: 'status', status: 429, retryAfterSeconds: 0 }, { reason: 'rate_limited', retryable: true, status: 429 }],
    [{ kind: 'status', status: 423 }, { reason: 'provider_error', retryable: true, status: 423 }],
    [{ kind: 'status', status: 403 }, { reason: 'bad_request', retryable: false, status: 403 }],
    [{ kind: 'lose' }, { reason: 'unreachable', retryable: true, status: null }],
    [{ kind: 'garbage' }, { reason: 'bad_answer', retryable: true, status: null }],
  ] as const)('%j throws %j', async (fault, told) => {
    const id = await paid()
    simulator.control.addFault(fault)
    await expect(payments.fetchPayment(account, id)).rejects.toEqual(unavailable(told))
  })

  test('a burst shorter than the retries is not noticed', async () => {
    simulator.control.addFault({ kind: 'status', status: 500, times: 1 })
    simulator.control.addFault({ kind: 'status', status: 429, retryAfterSeconds: 0, times: 1 })
    const made = await payments.createCheckout(account, request())
    const calls = simulator.control.requests.filter((line) => line.idempotencyKey === `order-${serial}-1`)
    expect(made.preferenceId).toBeTruthy()
    expect(calls).toHaveLength(1)
  })

  test('slow beyond the time allowed is unreachable', async () => {
    simulator.control.addFault({ kind: 'hang' })
    await expect(adapterOf({ timeoutMs: 50 }).fetchAccount(account.accessToken)).rejects.toEqual(unavailable({ reason: 'unreachable', retryable: true }))
  })

  test('a revoked seller is told apart from a fault', async () => {
    await simulator.control.addSeller({ userId: '333', nickname: 'Se fue', accessToken: 'APP_USR-fue' })
    await simulator.control.revokeSeller('333')
    const gone = { accessToken: 'APP_USR-fue', collectorId: '333' }
    const revoked = unavailable({ reason: 'account_revoked', retryable: false, status: 401 })
    await expect(payments.createCheckout(gone, request())).rejects.toEqual(revoked)
    await expect(payments.fetchPayment(gone, '42')).rejects.toEqual(revoked)
    await expect(payments.searchPayments(gone, 'x')).rejects.toEqual(revoked)
    await expect(payments.fetchAccount('APP_USR-fue')).resolves.toBeNull()
  })

  test('its error carries neither token nor buyer', async () => {
    simulator.control.addFault({ kind: 'status', status: 400 })
    const error = await payments.createCheckout(account, request()).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ProviderUnavailable)
    expect(JSON.stringify([String(error), error])).not.toMatch(/APP_USR|jose|Josefina/)
  })
})

describe('idempotency keys', () => {
  test('never leak from one call into the next', async () => {
    const { preferenceId } = await payments.createCheckout(account, request())
    const paymentId = await simulator.control.pay(preferenceId)
    const from = simulator.control.requests.length
    await payments.createCheckout(account, request({ idempotencyKey: 'leak-checkout' }))
    await payments.refundPayment(account, { paymentId, amountCents: 1_00, idempotencyKey: 'leak-refund' })
    await payments.expireCheckout(account, preferenceId)
    await payments.cancelPayment(account, paymentId)
    await payments.refreshToken('TG-nobody')
    await payments.refreshToken('TG-nobody')
    const keys = simulator.control.requests.slice(from).filter((line) => line.method !== 'GET').map((line) => line.idempotencyKey)
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
