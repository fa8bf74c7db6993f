import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { addSeconds } from '#server/shared/clock.ts'
import { movableClock } from '#server/testing/movable-clock.ts'
import { start, type Started } from './start.ts'

const clock = movableClock('2026-11-21T12:00:00Z')
const shop = 'http://localhost:3000/buy-ticket'
let simulator: Started

beforeAll(async () => {
  simulator = await start({ port: 0, clock, isAutomatic: false })
  await simulator.control.addSeller({ userId: '111', nickname: 'La Noche <3', accessToken: 'APP_USR-noche' })
})
afterEach(() => simulator.control.behave())
afterAll(() => simulator.stop())

/** A preference as the adapter makes them; gives its id and its link. */
async function prefer(changes: object = {}): Promise<{ id: string; link: string }> {
  const answer = await fetch(`${simulator.url}/checkout/preferences/`, {
    method: 'POST',
    headers: { Authorization: 'Bearer APP_USR-noche', 'Content-Type': 'application/json' },
    body: JSON.stringify({
      items: [{ title: 'General <b>', quantity: 2, unit_price: 18_000 }],
      back_urls: {
        success: `${shop}/success?platform=web`,
        pending: `${shop}/pending?platform=web`,
        failure: `${shop}/failure?platform=web`,
      },
      auto_return: 'approved',
      external_reference: 'order-1',
      binary_mode: true,
      ...changes,
    }),
  })
  expect(answer.status).toBe(201)
  const preference: unknown = await answer.json()
  expect(preference).toMatchObject({ id: expect.any(String), init_point: expect.any(String) })
  const { id, init_point: link } = preference as { id: string; init_point: string } // as asserted above
  return { id, link }
}

/** Opens the page and presses one of its buttons, as a browser would: with the form's own address and fields. */
async function press(link: string, button: string, filled: Record<string, string> = {}): Promise<Response> {
  const page = await (await fetch(link)).text()
  const [form = ''] =
    page.match(/<form[^]*?<\/form>/g)?.filter((candidate) => candidate.includes(`value="${button}"`)) ?? []
  expect(form, `a button «${button}»`).not.toBe('')
  const action = /action="([^"]*)"/.exec(form)?.[1] ?? ''
  const hidden = [...form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(
    ([, name = '', value = '']): [string, string] => [name, value],
  )
  const body = new URLSearchParams([...hidden, ...Object.entries(filled), ['ending', button]])
  return fetch(new URL(action, link), { method: 'POST', body, redirect: 'manual' })
}

function returned(response: Response): { path: string; query: Record<string, string> } {
  expect(response.status).toBe(303)
  const url = new URL(response.headers.get('location') ?? '')
  return { path: url.pathname, query: Object.fromEntries(url.searchParams) }
}

describe('the checkout page', () => {
  test('shows the seller, the items and the amount, marked as a simulation and escaped', async () => {
    const { link } = await prefer({ expires: true, expiration_date_to: '2026-11-21T12:15:00Z' })
    const response = await fetch(link)
    const page = await response.text()
    for (const text of [
      'Simulador de Mercado Pago',
      'La Noche &lt;3',
      'General &lt;b&gt;',
      '2 × $18.000',
      '$36.000',
      'sáb 21 nov, 09:15',
    ]) {
      expect(page).toContain(text)
    }
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(page).not.toMatch(/<script|javascript:|https?:\/\//)
  })

  test('approved comes back to success with the vendor’s query added to the shop’s own', async () => {
    const { id, link } = await prefer()
    const { path, query } = returned(await press(link, 'approve', { method: 'debvisa' }))
    const payment = simulator.control.payment(query['payment_id'] ?? '')
    expect(payment).toMatchObject({ preferenceId: id, status: 'approved', method: 'debvisa', amountCents: 3_600_000 })
    expect(path).toBe('/buy-ticket/success')
    expect(query).toEqual({
      platform: 'web',
      collection_id: payment.id,
      collection_status: 'approved',
      payment_id: payment.id,
      status: 'approved',
      external_reference: 'order-1',
      payment_type: 'debit_card',
      merchant_order_id: expect.stringMatching(/^\d+$/),
      preference_id: id,
      site_id: 'MLA',
      processing_mode: 'aggregator',
    })
  })

  test('rejected comes back to failure with its reason kept', async () => {
    const { link } = await prefer()
    const { path, query } = returned(await press(link, 'reject', { reason: 'cc_rejected_insufficient_amount' }))
    expect(path).toBe('/buy-ticket/failure')
    expect(simulator.control.payment(query['payment_id'] ?? '')).toMatchObject({
      status: 'rejected',
      statusDetail: 'cc_rejected_insufficient_amount',
    })
  })

  test('leaving without paying writes nulls and makes no payment', async () => {
    const { link } = await prefer()
    const before = simulator.control.payments().length
    const { path, query } = returned(await press(link, 'leave'))
    expect(path).toBe('/buy-ticket/failure')
    expect(query).toMatchObject({
      payment_id: 'null',
      status: 'null',
      collection_status: 'null',
      merchant_order_id: 'null',
      external_reference: 'order-1',
    })
    expect(simulator.control.payments()).toHaveLength(before)
  })

  test('pending and cash exist only where the checkout is not binary', async () => {
    const binary = await prefer()
    const page = await (await fetch(binary.link)).text()
    expect(page).not.toContain('value="pending"')
    expect(page).not.toContain('Rapipago')
    const open = await prefer({ binary_mode: false })
    expect(returned(await press(open.link, 'pending'))).toMatchObject({
      path: '/buy-ticket/pending',
      query: { status: 'in_process' },
    })
    expect(returned(await press(open.link, 'approve', { method: 'rapipago' }))).toMatchObject({
      path: '/buy-ticket/pending',
      query: { status: 'pending', payment_type: 'ticket' },
    })
    for (const sent of [{ ending: 'pending' }, { ending: 'approve', method: 'rapipago' }]) {
      const forced = await fetch(`${simulator.url}/checkout/v1/pay`, {
        method: 'POST',
        body: new URLSearchParams({ pref_id: binary.id, ...sent }),
      })
      expect(forced.status).toBe(400)
    }
  })

  test.each([
    ['binary', true, 'null'],
    ['open to pending', false, 'in_process'],
  ])('late money arrives when it is due, %s', async (_, binary_mode, status) => {
    const { id, link } = await prefer({ binary_mode })
    expect(returned(await press(link, 'late', { seconds: '90' }))).toMatchObject({
      path: '/buy-ticket/pending',
      query: { status },
    })
    const approved = () =>
      simulator.control.payments().filter((payment) => payment.preferenceId === id && payment.status === 'approved')
    clock.advance(89_000)
    await simulator.control.drain()
    expect(approved()).toHaveLength(0)
    clock.advance(1_000)
    await simulator.control.drain()
    expect(approved()).toHaveLength(1)
    expect(approved()[0]?.approvedAt).toBe(clock.now())
  })

  test('takes no money after its end, and says so', async () => {
    const { id, link } = await prefer({ expires: true, expiration_date_to: addSeconds(clock.now(), 60) })
    clock.advance(60_000)
    const page = await (await fetch(link)).text()
    expect(page).toContain('Este pago venció')
    const forced = await fetch(`${simulator.url}/checkout/v1/pay`, {
      method: 'POST',
      body: new URLSearchParams({ pref_id: id, ending: 'approve' }),
      redirect: 'manual',
    })
    expect(forced.status).toBe(200)
    expect(simulator.control.payments().some((payment) => payment.preferenceId === id)).toBe(false)
  })

  test('may be paid twice, and warns', async () => {
    const { id, link } = await prefer()
    await press(link, 'approve')
    expect(await (await fetch(link)).text()).toContain('ya tiene un pago aprobado')
    await press(link, 'approve')
    expect(simulator.control.payments().filter((payment) => payment.preferenceId === id)).toHaveLength(2)
  })

  test('pays what the switches say instead of what was asked', async () => {
    const { link } = await prefer()
    simulator.control.setSwitches({ payment: { amountCents: 1_00, currency: 'USD' } })
    const { query } = returned(await press(link, 'approve'))
    expect(simulator.control.payment(query['payment_id'] ?? '')).toMatchObject({ amountCents: 1_00, currency: 'USD' })
  })

  test('an unknown one is a page that says so; a form of another site is refused', async () => {
    const unknown = await fetch(`${simulator.url}/checkout/v1/redirect?pref_id=__proto__`)
    expect([unknown.status, await unknown.text()]).toEqual([404, expect.stringContaining('No encontramos este pago')])
    const { id } = await prefer()
    const foreign = await fetch(`${simulator.url}/checkout/v1/pay`, {
      method: 'POST',
      headers: { 'Sec-Fetch-Site': 'cross-site' },
      body: new URLSearchParams({ pref_id: id, ending: 'approve' }),
    })
    expect(foreign.status).toBe(403)
  })
})

test('behind the product’s proxy every link stays under its path', async () => {
  simulator.control.setPublicUrl('http://localhost:3000/simulador/mercado-pago/')
  const { link } = await prefer()
  expect(link.startsWith('http://localhost:3000/simulador/mercado-pago/checkout/v1/redirect?pref_id=')).toBe(true)
  expect(simulator.authUrl).toBe('http://localhost:3000/simulador/mercado-pago/authorization')
  const behind = (address: string) => address.replace('http://localhost:3000', simulator.url)
  const page = await (await fetch(behind(link))).text()
  const addresses = [...page.matchAll(/(?:action|href)="([^"]*)"/g)].map(([, address]) => address)
  expect(addresses.length).toBeGreaterThan(0)
  expect(addresses.every((address) => address?.startsWith('/simulador/mercado-pago/'))).toBe(true)
  expect(returned(await press(behind(link), 'approve')).path).toBe('/buy-ticket/success')
  const cut = await fetch(behind(link).replace('/simulador/mercado-pago', ''))
  expect(cut.status).toBe(200)
  simulator.control.setPublicUrl(simulator.url)
})

test('the list of payments does what banks and sellers do', async () => {
  const { id } = await prefer({ binary_mode: false })
  const waiting = await simulator.control.pay(id, { outcome: 'in_process' })
  const done = await simulator.control.pay(id)
  const act = (payment: string, action: string) =>
    fetch(`${simulator.url}/panel`, {
      method: 'POST',
      body: new URLSearchParams({ payment, action }),
      redirect: 'manual',
    })
  expect((await act(waiting, 'approve')).status).toBe(303)
  expect((await act(done, 'chargeback')).status).toBe(303)
  expect((await act(done, 'refund')).status).toBe(400)
  const page = await (await fetch(`${simulator.url}/`)).text()
  expect(page).toContain(`Devolver el pago ${waiting}`)
  expect(page).toContain('Contracargo')
})
