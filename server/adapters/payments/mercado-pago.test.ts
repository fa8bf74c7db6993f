import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { movableClock } from '#server/testing/movable-clock.ts'
import { start, type Started } from '#simulators/mercado-pago/start.ts'
import { createMercadoPago } from './mercado-pago.ts'
import type { Payments, ProviderUnavailable } from './port.ts'
import { sampleCheckout } from '#server/testing/sample-checkout.ts'

const clock = movableClock('2026-11-21T12:00:00Z')
const account = { accessToken: 'APP_USR-noche', collectorId: '111' }
const other = { accessToken: 'APP_USR-otra', collectorId: '222' }
let simulator: Started
let payments: Payments

beforeAll(async () => {
  simulator = await start({ port: 0, clock, isAutomatic: false })
  await simulator.control.addSeller({ userId: '111', nickname: 'La Noche', accessToken: account.accessToken })
  await simulator.control.addSeller({ userId: '222', nickname: 'La Otra', accessToken: other.accessToken })
  const { url, authUrl, application } = simulator
  payments = createMercadoPago({ baseUrl: url, authUrl, retryDelayMs: 1, ...application })
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

describe('checkout', () => {
  test('becomes a preference with its amounts in pesos, its end and its limits', async () => {
    const request = sampleCheckout()
    const { preferenceId, url } = await payments.createCheckout(account, request)
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
        statement_descriptor: 'PREVIA Penia Niandu de',
        metadata: { order: request.orderPublicId, attempt: 1 },
      },
    })
  })

  test('with cash excludes nothing; free of our fee it asks for none', async () => {
    const { preferenceId } = await payments.createCheckout(
      account,
      sampleCheckout({ allowCash: true, binary: false, marketplaceFeeCents: 0 }),
    )
    const { body } = simulator.control.preference(preferenceId)
    expect(body).not.toHaveProperty('payment_methods')
    expect(body).not.toHaveProperty('marketplace_fee')
  })

  test('the same key and request give the same checkout; another request under the key is a conflict', async () => {
    const first = sampleCheckout()
    const made = await payments.createCheckout(account, first)
    await expect(payments.createCheckout(account, first)).resolves.toEqual(made)
    await expect(payments.createCheckout(account, { ...first, marketplaceFeeCents: 1_00 })).rejects.toEqual(
      unavailable({ reason: 'conflict', retryable: false, status: 409 }),
    )
  })

  test('a token of another account never makes a checkout', async () => {
    const mixed = { accessToken: other.accessToken, collectorId: account.collectorId }
    await expect(payments.createCheckout(mixed, sampleCheckout())).rejects.toEqual(
      unavailable({ reason: 'wrong_account', retryable: false }),
    )
  })

  test('what the vendor refuses is a fault of ours', async () => {
    await expect(
      payments.createCheckout(account, sampleCheckout({ marketplaceFeeCents: 9_999_999_00 })),
    ).rejects.toEqual(unavailable({ reason: 'bad_request', retryable: false, status: 400 }))
  })

  test('ends on request, and an unknown one is distinguished', async () => {
    const { preferenceId } = await payments.createCheckout(account, sampleCheckout())
    await expect(payments.expireCheckout(account, preferenceId)).resolves.toBe(true)
    expect(simulator.control.preference(preferenceId).body['expiration_date_to']).toBe(clock.now())
    await expect(payments.expireCheckout(account, 'unknown')).resolves.toBe(false)
    await expect(payments.expireCheckout(other, preferenceId)).resolves.toBe(false)
  })
})

describe('payments', () => {
  test('are given in our words', async () => {
    const request = sampleCheckout()
    const { preferenceId } = await payments.createCheckout(account, request)
    const id = await simulator.control.pay(preferenceId)
    await expect(payments.fetchPayment(account, id)).resolves.toEqual({
      id,
      status: 'approved',
      statusDetail: 'accredited',
      externalReference: request.externalReference,
      amountCents: 3_960_000,
      currency: 'ARS',
      collectorId: '111',
      liveMode: true,
      refundedCents: 0,
      feeCents: 301_356,
      marketplaceFeeCents: 360_000,
      netReceivedCents: 3_298_644,
      releasesAt: '2026-12-01T12:00:00.000Z',
      isDisputed: false,
      isChargebackLost: false,
      createdAt: '2026-11-21T12:00:00.000Z',
      approvedAt: '2026-11-21T12:00:00.000Z',
      lastUpdatedAt: '2026-11-21T12:00:00.000Z',
      paymentMethod: 'visa',
      paymentType: 'credit_card',
      installments: 1,
      payerMail: 'jose@gmail.com',
    })
  })

  test.each(['no-digits', '../users/me', '', '1'.repeat(30), '42'])('%j is no payment', async (id) => {
    await expect(payments.fetchPayment(account, id)).resolves.toBeNull()
  })

  test('of another seller do not exist', async () => {
    await expect(payments.fetchPayment(other, await paid())).resolves.toBeNull()
  })

  test('each field that may lie comes through as it was said', async () => {
    const { preferenceId } = await payments.createCheckout(account, sampleCheckout())
    const lie = {
      amountCents: 1_00,
      currency: 'USD',
      collectorId: '999',
      externalReference: 'another',
      liveMode: false,
    }
    const id = await simulator.control.pay(preferenceId, lie)
    await expect(payments.fetchPayment(account, id)).resolves.toMatchObject(lie)
  })

  test('are found by reference, newest first, over several pages', async () => {
    const { preferenceId } = await payments.createCheckout(account, sampleCheckout({ externalReference: 'many' }))
    const ids: string[] = []
    for (let count = 0; count < 53; count += 1)
      ids.push(await simulator.control.pay(preferenceId, { outcome: 'rejected' }))
    const found = await payments.searchPayments(account, 'many')
    expect(found.items.map((payment) => payment.id)).toEqual(ids.toReversed())
    await expect(payments.searchPayments(account, 'no-such-order')).resolves.toMatchObject({ items: [] })
    await expect(payments.searchPayments(other, 'many')).resolves.toMatchObject({ items: [] })
  })

  test('are cancelled only while nothing was paid', async () => {
    const { preferenceId } = await payments.createCheckout(account, sampleCheckout({ binary: false, allowCash: true }))
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
    await expect(payments.fetchPayment(account, id)).resolves.toMatchObject({
      status: 'charged_back',
      isDisputed: false,
      isChargebackLost: false,
    })
  })

  test('an answer that lags behind is known by its last change', async () => {
    const id = await paid()
    await simulator.control.refund(id)
    simulator.control.setSwitches({ staleReads: 1 })
    const stale = await payments.fetchPayment(account, id)
    const fresh = await payments.fetchPayment(account, id)
    expect([stale?.status, fresh?.status]).toEqual(['approved', 'refunded'])
    expect((stale?.lastUpdatedAt ?? '') < (fresh?.lastUpdatedAt ?? '')).toBe(true)
  })
})
