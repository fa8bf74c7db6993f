/** What comes back over the wire besides what the vendor documents: each is a failed call, reported as what it is. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { quickest } from '#server/testing/timing.ts'
import { createMercadoPago } from './mercado-pago.ts'
import type { Payments, ProviderUnavailable } from './port.ts'
import { sampleCheckout } from '#server/testing/sample-checkout.ts'

const account = { accessToken: 'APP_USR-noche', collectorId: '111' }
const refund = { paymentId: '42', amountCents: 5_00, idempotencyKey: 'refund-1' }
const code = { code: 'TG', codeVerifier: 'v', redirectUri: 'http://localhost/back' }

interface Seen {
  readonly method: string | undefined
  readonly url: string | undefined
  readonly headers: IncomingMessage['headers']
}
type Handler = (response: ServerResponse, request: IncomingMessage) => void

let server: Server
let url: string
let seen: Seen[] = []
let handler: Handler = () => {}

beforeAll(async () => {
  server = createServer((request, response) => {
    const { method, headers } = request
    seen.push({ method, url: request.url, headers })
    request.resume()
    handler(response, request)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // listens on a port
})
beforeEach(() => {
  seen = []
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((done) => server.close(done))
})

function adapter({ timeoutMs = 5_000 } = {}): Payments {
  return createMercadoPago({
    baseUrl: url,
    authUrl: `${url}/authorization`,
    clientId: 'app',
    clientSecret: 'a-secret',
    webhookSecret: 'secret',
    timeoutMs,
    retryDelayMs: 1,
  })
}

function answer(status: number, body: unknown, headers: Record<string, string> = {}): void {
  handler = (response) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(text)
  }
}

function unavailable(fields: Partial<ProviderUnavailable>) {
  return expect.objectContaining({ name: 'ProviderUnavailable', ...fields })
}
const badAnswer = unavailable({ reason: 'bad_answer', retryable: true })

const payment = {
  id: 42,
  status: 'approved',
  transaction_amount: 100,
  currency_id: 'ARS',
  collector_id: 111,
  live_mode: true,
  date_created: '2026-11-21T08:00:00.000-04:00',
}
const preference = { id: 'p-1', init_point: 'https://pay.example/1', collector_id: 111 }
const grant = { access_token: 'a', refresh_token: 'r', user_id: 111, expires_in: 10 }

/** Each call with an answer that it believes, and what to leave out of it that it needs. */
const CALLS: readonly [string, (payments: Payments) => Promise<unknown>, object, string][] = [
  ['createCheckout', (payments) => payments.createCheckout(account, sampleCheckout()), preference, 'init_point'],
  ['expireCheckout', (payments) => payments.expireCheckout(account, 'p-1'), preference, 'id'],
  ['fetchPayment', (payments) => payments.fetchPayment(account, '42'), payment, 'transaction_amount'],
  [
    'searchPayments',
    (payments) => payments.searchPayments(account, 'x'),
    { results: [payment], paging: { total: 1 } },
    'paging',
  ],
  ['cancelPayment', (payments) => payments.cancelPayment(account, '42'), payment, 'collector_id'],
  ['refundPayment', (payments) => payments.refundPayment(account, refund), { id: 7, amount: 5 }, 'amount'],
  ['exchangeCode', (payments) => payments.exchangeCode(code), grant, 'refresh_token'],
  ['refreshToken', (payments) => payments.refreshToken('TG'), grant, 'expires_in'],
  ['fetchAccount', (payments) => payments.fetchAccount('APP_USR-noche'), { id: 111 }, 'id'],
]

describe.each(CALLS)('%s', (_, call, right, needed) => {
  test('takes what it needs and drops what it does not know', async () => {
    answer(200, { ...right, surprise: 'unasked', api_response: { status: 200 } })
    expect(JSON.stringify(await call(adapter()))).not.toMatch(/surprise|unasked|api_response/)
  })

  test.each([
    ['without what it needs', JSON.stringify({ ...right, [needed]: undefined })],
    ['of another kind', JSON.stringify({ ...right, [needed]: { nested: true } })],
    ['an empty object', '{}'],
    ['null', 'null'],
    ['a list', '[[]]'],
    ['cut short', JSON.stringify(right).slice(0, -1)],
    ['a page', '<html>Bienvenido al portal</html>'],
    ['nothing', ''],
  ])('an answer %s is not believed', async (__, text) => {
    answer(200, text)
    await expect(call(adapter())).rejects.toEqual(badAnswer)
    expect(seen).toHaveLength(1)
  })
})

test('a search whose results are no list reports no payment', async () => {
  answer(200, { results: payment, paging: { total: 1 } })
  await expect(adapter().searchPayments(account, 'x')).rejects.toEqual(badAnswer)
})

test('refunds that are no list are not believed; one that is none is set apart from the others', async () => {
  answer(200, { id: 7, amount: 5 })
  await expect(adapter().listRefunds(account, '42')).rejects.toEqual(badAnswer)
  answer(200, [{ id: 7, amount: 5 }, null, { id: 8, amount: null }, { id: 9, amount: 1, status: 'in_process' }])
  await expect(adapter().listRefunds(account, '42')).resolves.toMatchObject({
    items: [{ refundId: '7' }, { refundId: '9', state: 'in_process' }],
    unreadable: [{ id: null }, { id: '8' }],
  })
})

test.each([
  [400, 1, { reason: 'bad_request', retryable: false }],
  [401, 1, { reason: 'account_revoked', retryable: false }],
  [403, 1, { reason: 'bad_request', retryable: false }],
  [409, 1, { reason: 'conflict', retryable: false }],
  [422, 1, { reason: 'bad_request', retryable: false }],
  [423, 1, { reason: 'provider_error', retryable: true }],
  [424, 1, { reason: 'provider_error', retryable: true }],
  [429, 3, { reason: 'rate_limited', retryable: true }],
  [500, 3, { reason: 'provider_error', retryable: true }],
  [501, 1, { reason: 'provider_error', retryable: true }],
  [502, 3, { reason: 'provider_error', retryable: true }],
  [503, 3, { reason: 'provider_error', retryable: true }],
  [504, 3, { reason: 'provider_error', retryable: true }],
] as const)('status %i is asked %i times', async (status, times, details) => {
  for (const body of [
    '<html>no</html>',
    'null',
    '{"error":{"a":1},"cause":{"code":2}}',
    '{"error":"word","cause":[1,{"code":7}]}',
  ]) {
    seen = []
    answer(status, body)
    const failed = adapter().createCheckout(account, sampleCheckout({ idempotencyKey: 'the-same' }))
    await expect(failed).rejects.toEqual(unavailable({ ...details, status }))
    expect(seen.map((request) => request.headers['x-idempotency-key'])).toEqual(Array(times).fill('the-same'))
  }
})

test('an account whose names have an odd shape is known by its id', async () => {
  answer(200, { id: 111, nickname: {}, email: [] })
  const profile = await adapter().fetchAccount('APP_USR-noche')
  expect(profile).toEqual({ collectorId: '111', nickname: null, mail: null })
})

test('the codes of a refusal are reported, its sentences are not', async () => {
  answer(400, { error: 'bad_request', message: 'jose@gmail.com', cause: [{ code: 2067, description: 'jose' }, 'x'] })
  const error = await adapter().createCheckout(account, sampleCheckout()).catch(String)
  expect(error).toBe('ProviderUnavailable: payments.createCheckout: bad_request (400) bad_request 2067')
})

test('the pause that an overloaded vendor asks for is kept', async () => {
  let times = 0
  handler = (response) => {
    times += 1
    response.writeHead(times === 1 ? 429 : 200, { 'Retry-After': '1' }).end(JSON.stringify(payment))
  }
  const waited = await quickest(1, () => adapter().fetchPayment(account, '42'))
  expect(times).toBe(2)
  expect(waited).toBeGreaterThan(950)
})

test.each([301, 302, 303, 307, 308])(
  'a redirect (%i) is not followed: nothing of ours goes elsewhere',
  async (status) => {
    const answers = [JSON.stringify({}), JSON.stringify(grant)]
    for (const text of answers) {
      answer(status, text, { Location: `${url}/elsewhere` })
      await expect(adapter().refreshToken('TG')).rejects.toEqual(unavailable({ reason: 'bad_answer', status }))
    }
    expect(seen.map((request) => request.url)).toEqual(['/oauth/token', '/oauth/token'])
  },
)

test('an answer without end is let go, not kept in memory', async () => {
  let written = 0
  const gone = new Promise<void>((done) => {
    handler = (response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' })
      response.on('close', done)
      const block = Buffer.alloc(256 * 1024, ' ')
      const more = () => {
        while (!response.destroyed && written < 500_000_000) {
          written += block.length
          if (!response.write(block)) return
        }
        response.end()
      }
      response.on('drain', more)
      more()
    }
  })
  await expect(adapter({ timeoutMs: 20_000 }).fetchPayment(account, '42')).rejects.toEqual(badAnswer)
  await gone
  expect(written).toBeLessThan(50_000_000)
  expect(seen).toHaveLength(1)
})

test.each([
  ['before its headers', () => {}],
  ['in its middle', (response: ServerResponse) => response.writeHead(200).write('{"id":')],
])('an answer that stops %s is cut, and asked again', async (_, stall) => {
  handler = stall
  await expect(adapter({ timeoutMs: 100 }).fetchPayment(account, '42')).rejects.toEqual(
    unavailable({ reason: 'unreachable', retryable: true, status: null }),
  )
  expect(seen).toHaveLength(3)
})

test('a connection that breaks in the middle is asked again under the same key', async () => {
  handler = (response) => {
    if (seen.length === 1) response.writeHead(201, { 'Content-Length': '100' }).write('{"id":7,')
    if (seen.length === 1) setTimeout(() => response.destroy(), 20)
    else response.writeHead(201).end('{"id":7,"amount":5}')
  }
  await expect(adapter().refundPayment(account, refund)).resolves.toMatchObject({ state: 'approved', refundId: '7' })
  expect(seen.map((request) => request.headers['x-idempotency-key'])).toEqual(['refund-1', 'refund-1'])
})

test('what reads carries no key; what writes carries the key, the token and JSON', async () => {
  answer(200, payment)
  await adapter().fetchPayment(account, '42')
  await adapter().cancelPayment(account, '42')
  const [read, written] = seen
  expect(read).toMatchObject({ method: 'GET', url: '/v1/payments/42' })
  expect(read?.headers).not.toHaveProperty('x-idempotency-key')
  expect(written).toMatchObject({ method: 'PUT', url: '/v1/payments/42' })
  expect(written?.headers).toMatchObject({
    authorization: 'Bearer APP_USR-noche',
    'content-type': 'application/json',
    'x-idempotency-key': 'cancel-42',
  })
})
