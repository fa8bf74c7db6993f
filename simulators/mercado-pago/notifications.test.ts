import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createMercadoPago } from '#server/adapters/payments/mercado-pago.ts'
import type { Payments } from '#server/adapters/payments/port.ts'
import { sampleCheckout } from '#server/testing/sample-checkout.ts'
import { movableClock } from '#server/testing/movable-clock.ts'
import { start, type Started } from './start.ts'
import type { Switches } from './switches.ts'

interface Received {
  url: URL
  headers: IncomingMessage['headers']
  body: { id: number; type: string; action: string; user_id: number; live_mode: boolean; data: { id: string } }
}

const clock = movableClock('2026-11-21T12:00:00Z')
const received: Received[] = []
let answers: number[] = []
let simulator: Started
let payments: Payments
let preferenceId: string

const receiver = createServer((request, response) => {
  let text = ''
  request.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
  })
  request.on('end', () => {
    received.push({
      url: new URL(request.url ?? '', 'http://shop'),
      headers: request.headers,
      body: JSON.parse(text) as Received['body'],
    }) // asserted by the tests
    response.writeHead(answers.shift() ?? 200).end()
  })
})

beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const { port } = receiver.address() as AddressInfo // it listens on TCP
  simulator = await start({
    port: 0,
    clock,
    isAutomatic: false,
    application: { notificationUrl: `http://127.0.0.1:${port}/panel` },
  })
  await simulator.control.addSeller({ userId: '111', nickname: 'La Noche', accessToken: 'APP_USR-noche' })
  payments = createMercadoPago({ baseUrl: simulator.url, authUrl: simulator.authUrl, ...simulator.application })
  const checkout = await payments.createCheckout(
    { accessToken: 'APP_USR-noche', collectorId: '111' },
    sampleCheckout({ notificationUrl: `http://127.0.0.1:${port}/webhook?company=1`, binary: false, allowCash: true }),
  )
  preferenceId = checkout.preferenceId
})
beforeEach(() => {
  received.length = 0
  answers = []
})
afterEach(async () => {
  simulator.control.behave()
  while (simulator.control.pendingNotifications() > 0) await simulator.control.drain()
})
afterAll(async () => {
  await simulator.stop()
  await new Promise((resolve) => receiver.close(resolve))
})

function trustOf({ url, headers }: Received): string {
  return payments.verifyWebhook({ headers, dataId: url.searchParams.get('data.id') ?? undefined, now: clock.now() })
}

test('a payment is notified to the preference’s own address, signed, and the adapter reads it', async () => {
  const paymentId = await simulator.control.pay(preferenceId)
  await expect(simulator.control.drain()).resolves.toMatchObject([{ resourceId: paymentId, status: 200 }])
  const [only] = received
  if (!only) throw new Error('nothing was received')
  expect(only.url.pathname).toBe('/webhook')
  expect(Object.fromEntries(only.url.searchParams)).toEqual({
    company: '1',
    source_news: 'webhooks',
    'data.id': paymentId,
    type: 'payment',
  })
  expect(only.headers['user-agent']).toBe('MercadoPago WebHook v1.0')
  expect(only.body).toMatchObject({
    type: 'payment',
    action: 'payment.created',
    user_id: 111,
    live_mode: true,
    data: { id: paymentId },
  })
  expect(trustOf(only)).toBe('valid')
  expect(payments.readNotification({ query: Object.fromEntries(only.url.searchParams), body: only.body })).toEqual({
    notificationId: String(only.body.id),
    topic: 'payment',
    resourceId: paymentId,
    collectorId: '111',
  })
})

test.each([
  ['right', 'valid'],
  ['milliseconds', 'valid'],
  ['wrong', 'invalid'],
  ['stale', 'invalid'],
  ['none', 'unsigned'],
] satisfies [Switches['signature'], string][])('signed %s it is %s', async (signature, trust) => {
  simulator.control.setSwitches({ signature })
  await simulator.control.pay(preferenceId)
  await simulator.control.drain()
  expect(received.map(trustOf)).toEqual([trust])
})

test('duplicates carry the same id', async () => {
  simulator.control.setSwitches({ duplicateNotifications: 9 })
  await simulator.control.pay(preferenceId)
  await simulator.control.drain()
  expect(received).toHaveLength(10)
  expect(new Set(received.map(({ body }) => body.id)).size).toBe(1)
})

test('out of order the newest comes first', async () => {
  simulator.control.setSwitches({ shuffleNotifications: true })
  const paymentId = await simulator.control.pay(preferenceId, { outcome: 'pending' })
  await simulator.control.approve(paymentId)
  await simulator.control.drain()
  expect(received.map(({ body }) => body.action)).toEqual(['payment.updated', 'payment.created'])
})

test('dropped ones never come, and test credentials send none', async () => {
  await simulator.control.pay(preferenceId, { liveMode: false })
  simulator.control.setSwitches({ dropNotifications: true })
  await simulator.control.pay(preferenceId)
  await expect(simulator.control.drain()).resolves.toEqual([])
})

test('of payments made at the control none is sent while that is switched on', async () => {
  simulator.control.setSwitches({ dropControlled: true })
  const paymentId = await simulator.control.pay(preferenceId, { outcome: 'pending' })
  await expect(simulator.control.drain()).resolves.toEqual([])
  simulator.control.setSwitches({ dropControlled: false })
  await simulator.control.approve(paymentId)
  await simulator.control.drain()
  expect(received.map(({ body }) => body.action)).toEqual(['payment.updated'])
})

test('what is not taken comes again until it is', async () => {
  answers = [500, 302, 201]
  await simulator.control.pay(preferenceId)
  const statuses = [await simulator.control.drain(), await simulator.control.drain(), await simulator.control.drain()]
    .flat()
    .map(({ status }) => status)
  expect(statuses).toEqual([500, 302, 201])
  expect(simulator.control.pendingNotifications()).toBe(0)
  expect(new Set(received.map(({ body }) => body.id)).size).toBe(1)
})

test('chargebacks name their payment; merchant orders come when switched on', async () => {
  simulator.control.setSwitches({ notifyMerchantOrders: true })
  const paymentId = await simulator.control.pay(preferenceId)
  await simulator.control.chargeBack(paymentId)
  await simulator.control.drain()
  const read = received.map(({ url, body }) =>
    payments.readNotification({ query: Object.fromEntries(url.searchParams), body }),
  )
  expect(read.map((notification) => notification?.topic)).toEqual([
    'payment',
    'merchant_order',
    'payment',
    'chargeback',
  ])
  expect(read[3]?.resourceId).toBe(paymentId)
})

test('an unlinking is notified to the application’s address', async () => {
  await simulator.control.addSeller({ userId: '999', nickname: 'Se va', accessToken: 'APP_USR-va' })
  await simulator.control.revokeSeller('999')
  await simulator.control.drain()
  expect(received.map(({ url, body }) => [url.pathname, body.type, body.action])).toEqual([
    ['/panel', 'mp-connect', 'application.deauthorized'],
  ])
})

test('a forged one can be sent for a payment that never was', async () => {
  const url = received[0]?.url.href ?? simulator.control.preference(preferenceId).body['notification_url']
  await simulator.control.notify({ dataId: '42', url: String(url), signature: 'wrong' })
  expect(received.map(trustOf)).toEqual(['invalid'])
})

test('by itself it sends what is due and tries again', async () => {
  const automatic = await start({ port: 0, retryDelaysMs: [1, 1], application: simulator.application })
  await automatic.control.addSeller({ userId: '111', nickname: 'La Noche', accessToken: 'APP_USR-noche' })
  const { port } = receiver.address() as AddressInfo // it listens on TCP
  const answer = await fetch(`${automatic.url}/checkout/preferences/`, {
    method: 'POST',
    headers: { Authorization: 'Bearer APP_USR-noche' },
    body: JSON.stringify({
      items: [{ title: 'General', quantity: 1, unit_price: 10 }],
      notification_url: `http://127.0.0.1:${port}/auto`,
    }),
  })
  const { id } = (await answer.json()) as { id: string } // a created preference
  answers = [503]
  await automatic.control.pay(id)
  await expect
    .poll(() => automatic.control.deliveries.map(({ status }) => status), { timeout: 5_000 })
    .toEqual([503, 200])
  await automatic.stop()
})
