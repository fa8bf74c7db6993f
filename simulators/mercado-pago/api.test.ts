import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { movableClock } from '#server/testing/movable-clock.ts'
import { start, type Started } from './start.ts'

const clock = movableClock('2026-11-21T12:00:00Z')
const right = { items: [{ title: 'General', quantity: 1, unit_price: 1_000 }] }
let simulator: Started

beforeAll(async () => {
  simulator = await start({ port: 0, clock, isAutomatic: false })
  await simulator.control.addSeller({ userId: '111', nickname: 'La Noche', accessToken: 'APP_USR-noche' })
  await simulator.control.addSeller({
    userId: '222',
    nickname: 'Sin OAuth',
    accessToken: 'APP_USR-propia',
    isOauth: false,
  })
  await simulator.control.addSeller({ userId: '333', nickname: 'Prueba', accessToken: 'TEST-prueba' })
})
afterAll(() => simulator.stop())

interface Answer {
  status: number
  json: unknown
}

async function call(
  method: string,
  path: string,
  { body, token = 'APP_USR-noche', key }: { body?: unknown; token?: string | null; key?: string } = {},
): Promise<Answer> {
  const answer = await fetch(`${simulator.url}${path}`, {
    method,
    headers: {
      ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
      ...(key === undefined ? {} : { 'X-Idempotency-Key': key }),
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  return { status: answer.status, json: await answer.json() }
}

async function idOf(answer: Promise<Answer>): Promise<string> {
  const { json } = await answer
  return String((json as { id: unknown }).id) // every created thing has one
}

test.each([null, 'unknown', 'constructor', ''])('token %j is refused', async (token) => {
  for (const path of ['/users/me', '/v1/payments/1', '/v1/payments/search', '/nowhere']) {
    await expect(call('GET', path, { token })).resolves.toMatchObject({ status: 401, json: { status: 401, cause: [] } })
  }
})

test('a token ends after 180 days', async () => {
  await simulator.control.addSeller({ userId: '444', nickname: 'Vieja', accessToken: 'APP_USR-vieja' })
  const before = clock.now()
  clock.advance(180 * 86_400_000 + 1)
  await expect(call('GET', '/users/me', { token: 'APP_USR-vieja' })).resolves.toMatchObject({ status: 401 })
  clock.set(before)
})

describe('a preference is refused', () => {
  test.each([
    ['without items', {}],
    ['with none', { items: [] }],
    ['without a title', { items: [{ quantity: 1, unit_price: 10 }] }],
    ['with half a ticket', { items: [{ title: 'x', quantity: 0.5, unit_price: 10 }] }],
    ['for nothing', { items: [{ title: 'x', quantity: 1, unit_price: 0 }] }],
    ['for less than nothing', { items: [{ title: 'x', quantity: 1, unit_price: -5 }] }],
    ['in dollars', { items: [{ title: 'x', quantity: 1, unit_price: 10, currency_id: 'USD' }] }],
    ['with a fee over its total', { ...right, marketplace_fee: 1_000.01 }],
    ['with a negative fee', { ...right, marketplace_fee: -1 }],
    ['with a bad address to come back to', { ...right, back_urls: { success: 'here' } }],
    ['with auto_return to nowhere', { ...right, auto_return: 'approved' }],
    ['with a bad notification address', { ...right, notification_url: 'here' }],
    ['with a bad end', { ...right, expires: true, expiration_date_to: 'mañana' }],
    ['with a long statement', { ...right, statement_descriptor: 'x'.repeat(23) }],
    ['as a list', []],
    ['as no JSON', '{'],
  ])('%s', async (_, body) => {
    await expect(call('POST', '/checkout/preferences/', { body })).resolves.toMatchObject({
      status: 400,
      json: { status: 400 },
    })
  })

  test('with a fee for who was not authorized by OAuth', async () => {
    const body = { ...right, marketplace_fee: 100 }
    await expect(call('POST', '/checkout/preferences/', { body, token: 'APP_USR-propia' })).resolves.toMatchObject({
      status: 400,
    })
    await expect(call('POST', '/checkout/preferences/', { body })).resolves.toMatchObject({ status: 201 })
  })
})

test('a preference is read, searched, changed and ended by its own seller alone', async () => {
  const id = await idOf(call('POST', '/checkout/preferences', { body: { ...right, external_reference: 'ref-1' } }))
  await expect(call('GET', `/checkout/preferences/${id}`)).resolves.toMatchObject({
    status: 200,
    json: { collector_id: 111, site_id: 'MLA' },
  })
  await expect(call('GET', `/checkout/preferences/${id}`, { token: 'APP_USR-propia' })).resolves.toMatchObject({
    status: 404,
  })
  await expect(call('GET', '/checkout/preferences/search?external_reference=ref-1')).resolves.toMatchObject({
    json: { total: 1, elements: [{ id }] },
  })
  await expect(
    call('PUT', `/checkout/preferences/${id}`, { body: { external_reference: 'ref-2' } }),
  ).resolves.toMatchObject({ json: { external_reference: 'ref-2' } })
  await expect(call('PUT', `/checkout/preferences/${id}/expire`)).resolves.toMatchObject({
    json: { expires: true, expiration_date_to: clock.now() },
  })
})

test('credentials make payments that are not live', async () => {
  const id = await idOf(call('POST', '/checkout/preferences/', { body: right, token: 'TEST-prueba' }))
  const payment = await simulator.control.pay(id)
  await expect(call('GET', `/v1/payments/${payment}`, { token: 'TEST-prueba' })).resolves.toMatchObject({
    json: { live_mode: false },
  })
})

test('payments are searched by status and by range, in pages', async () => {
  const id = await idOf(call('POST', '/checkout/preferences/', { body: { ...right, external_reference: 'many' } }))
  const first = await simulator.control.pay(id, { outcome: 'rejected' })
  clock.advance(60_000)
  const second = await simulator.control.pay(id)
  const search = async (query: string) => {
    const { json } = await call('GET', `/v1/payments/search?external_reference=many&${query}`)
    return (json as { results: { id: number }[] }).results.map((result) => String(result.id)) // a search answers results
  }
  await expect(search('sort=date_created&criteria=desc')).resolves.toEqual([second, first])
  await expect(search('status=approved')).resolves.toEqual([second])
  await expect(search('limit=1&offset=1')).resolves.toEqual([second])
  await expect(search(`range=date_created&begin_date=${encodeURIComponent(clock.now())}`)).resolves.toEqual([second])
  await expect(search('range=date_approved&end_date=2026-01-01T00:00:00Z')).resolves.toEqual([])
})

test('refunds need a key and a positive number, and are read one by one', async () => {
  const id = await idOf(call('POST', '/checkout/preferences/', { body: right }))
  const payment = await simulator.control.pay(id)
  const path = `/v1/payments/${payment}/refunds`
  const refused = (code: number) => ({ status: 400, json: { cause: [{ code }] } })
  await expect(call('POST', path, { body: {} })).resolves.toMatchObject(refused(4292))
  await expect(call('POST', path, { body: { amount: '5' }, key: 'k1' })).resolves.toMatchObject(refused(4041))
  await expect(call('POST', path, { body: { amount: 0 }, key: 'k2' })).resolves.toMatchObject(refused(4040))
  const refund = await idOf(call('POST', path, { body: { amount: 400.5 }, key: 'k3' }))
  await expect(call('GET', `${path}/${refund}`)).resolves.toMatchObject({
    json: { amount: 400.5, status: 'approved', payment_id: Number(payment) },
  })
  await expect(call('GET', `${path}/1`)).resolves.toMatchObject({ status: 404, json: { cause: [{ code: 2032 }] } })
  await expect(call('GET', `${path}/`)).resolves.toMatchObject({ json: [{ id: Number(refund) }] })
  await expect(call('POST', path, { body: { amount: 1 }, key: 'k3' })).resolves.toMatchObject({ status: 409 })
})

test('the balance takes sales, less both fees, and pays refunds, less what the marketplace gives back', async () => {
  await simulator.control.setBalance('111', 0)
  const id = await idOf(call('POST', '/checkout/preferences/', { body: { ...right, marketplace_fee: 100 } }))
  const payment = await simulator.control.pay(id)
  // 1,000 less 76.10 of the provider and 100 of ours leaves 823.90; of 920 the marketplace gives 92 back, of 915.40 91.54.
  await expect(
    call('POST', `/v1/payments/${payment}/refunds`, { body: { amount: 920 }, key: 'b1' }),
  ).resolves.toMatchObject({ status: 400, json: { cause: [{ code: 2031 }] } })
  await expect(
    call('POST', `/v1/payments/${payment}/refunds`, { body: { amount: 915.4 }, key: 'b2' }),
  ).resolves.toMatchObject({ status: 201 })
  expect(simulator.control.payment(String(payment)).marketplaceReturnedCents).toBe(91_54)
  await simulator.control.setBalance('111', null)
})

test('merchant orders follow the payments; chargebacks are found by payment', async () => {
  const id = await idOf(call('POST', '/checkout/preferences/', { body: { ...right, external_reference: 'mo' } }))
  const search = () => call('GET', `/merchant_orders/search?preference_id=${id}`)
  await expect(search()).resolves.toMatchObject({
    json: { total: 1, elements: [{ status: 'opened', paid_amount: 0 }] },
  })
  const payment = await simulator.control.pay(id)
  const { json } = await search()
  expect(json).toMatchObject({
    elements: [{ status: 'closed', paid_amount: 1_000, payments: [{ id: Number(payment) }] }],
  })
  const [order] = (json as { elements: { id: number }[] }).elements // asserted above
  await expect(call('GET', `/merchant_orders/${order?.id}`)).resolves.toMatchObject({ json: { preference_id: id } })
  await simulator.control.chargeBack(payment)
  await expect(call('GET', `/v1/chargebacks/search?payment_id=${payment}`)).resolves.toMatchObject({
    json: { results: [{ amount: 1_000 }] },
  })
})

describe('POST /_control', () => {
  const control = (body: unknown, headers: Record<string, string> = { 'Content-Type': 'application/json' }) =>
    fetch(`${simulator.url}/_control`, { method: 'POST', headers, body: JSON.stringify(body) })

  test('does what tests do in process', async () => {
    await control({
      do: 'add-seller',
      userId: '555',
      nickname: 'Por HTTP',
      accessToken: 'APP_USR-http',
      refreshToken: 'TG-http',
    })
    await expect(call('GET', '/users/me', { token: 'APP_USR-http' })).resolves.toMatchObject({
      json: { nickname: 'Por HTTP' },
    })
    const id = await idOf(call('POST', '/checkout/preferences/', { body: right, token: 'APP_USR-http' }))
    const { result } = (await (
      await control({ do: 'pay', preferenceId: id, outcome: 'approved', amountCents: 5_00 })
    ).json()) as { result: string } // a payment's id
    expect(simulator.control.payment(result)).toMatchObject({ status: 'approved', amountCents: 5_00 })
    expect((await control({ do: 'set-switches', signature: 'wrong', payment: { currency: 'USD' } })).status).toBe(200)
    expect((await control({ do: 'add-fault', kind: 'status', status: 500, times: 1 })).status).toBe(200)
    await expect(call('GET', '/users/me')).resolves.toMatchObject({ status: 500 })
    expect((await control({ do: 'behave' })).status).toBe(200)
  })

  test.each([
    [{ do: 'nothing' }, 400],
    [{ do: 'pay' }, 400],
    [{ do: 'pay', preferenceId: 'unknown' }, 404],
    [{ do: 'pay', preferenceId: 'x', outcome: 'maybe' }, 400],
    [{ do: 'set-switches', dropNotification: true }, 400],
    [{ do: 'set-switches', dropNotifications: 'yes' }, 400],
    [{ do: 'add-fault', kind: 'boredom' }, 400],
    [['do'], 400],
  ])('%j answers %i', async (body, status) => {
    expect((await control(body)).status).toBe(status)
  })

  test('no other site may send it', async () => {
    expect((await control({ do: 'behave' }, { 'Content-Type': 'text/plain' })).status).toBe(403)
    expect(
      (await control({ do: 'behave' }, { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'cross-site' })).status,
    ).toBe(403)
  })
})
