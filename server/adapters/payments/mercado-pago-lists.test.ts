/** Lists of payments with rows of every shape, and lists that move while they are read. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { movableClock } from '#server/testing/movable-clock.ts'
import { oddShapes } from '#server/testing/odd-payments.ts'
import { sampleCheckout } from '#server/testing/sample-checkout.ts'
import { readCounts } from '#server/shared/counts.ts'
import { start, type Started } from '#simulators/mercado-pago/start.ts'
import { createMercadoPago } from './mercado-pago.ts'
import type { Payments } from './port.ts'

const clock = movableClock('2026-11-21T12:00:00Z')
const account = { accessToken: 'APP_USR-noche', collectorId: '111' }
const FROM = '2026-11-21T11:00:00.000Z'

describe('rows of every shape', () => {
  let simulator: Started
  let payments: Payments

  beforeAll(async () => {
    simulator = await start({ port: 0, clock, isAutomatic: false })
    await simulator.control.addSeller({ userId: '111', nickname: 'La Noche', accessToken: account.accessToken })
    const { url, authUrl, application } = simulator
    payments = createMercadoPago({ baseUrl: url, authUrl, retryDelayMs: 1, ...application })
  })
  afterEach(() => simulator.control.behave())
  afterAll(() => simulator.stop())

  const leftOut = () => readCounts().find(({ labels }) => labels['of'] === 'payment')?.value ?? 0

  test.each(oddShapes)('$name takes no other row with it', async ({ fields, isReadable }) => {
    const { preferenceId } = await payments.createCheckout(account, sampleCheckout())
    const reference = String(simulator.control.preference(preferenceId).body['external_reference'])
    const [first, odd, last] = [
      await simulator.control.pay(preferenceId, { outcome: 'rejected' }),
      await simulator.control.pay(preferenceId),
      await simulator.control.pay(preferenceId),
    ]
    simulator.control.setSwitches({ oddPayments: { [odd]: { fields } } })
    const before = leftOut()
    const found = await payments.searchPayments(account, reference)
    const readable = isReadable ? [last, odd, first] : [last, first]
    expect(found.items.map(({ id }) => id)).toEqual(readable)
    const named = fields === null ? { id: null, externalReference: null } : { id: odd, externalReference: reference }
    expect(found.unreadable).toEqual(isReadable ? [] : [named])
    expect(leftOut() - before).toBe(isReadable ? 0 : 1)
    const changed = await payments.listChanged(account, FROM)
    expect(changed.items.map(({ id }) => id)).toEqual(expect.arrayContaining(readable))
    expect(changed.isWhole).toBe(true)
  })

  test('a payment that is shown so by its id, too, is read where that decides nothing, and else not believed', async () => {
    for (const { fields, isReadable } of oddShapes) {
      const { preferenceId } = await payments.createCheckout(account, sampleCheckout())
      const id = await simulator.control.pay(preferenceId)
      simulator.control.setSwitches({ oddPayments: { [id]: { fields, isOddById: true } } })
      const read = payments.fetchPayment(account, id)
      if (isReadable) expect(await read).toMatchObject({ id, status: 'approved', amountCents: 3_960_000 })
      else await expect(read).rejects.toMatchObject({ reason: 'bad_answer' })
    }
  })
})

interface Row {
  readonly id: number
  readonly at: number
}

/** The vendor's search over rows that a test moves between two reads. */
describe('pages', () => {
  let server: Server
  let rows: Row[] = []
  let betweenPages: () => void = () => {}
  let pages = 0
  let payments: Payments

  const START = Date.parse(FROM)
  const momentOf = ({ at }: Row) => new Date(START + at).toISOString()
  const toPayment = (row: Row) => ({
    id: row.id,
    status: 'approved',
    transaction_amount: 100,
    currency_id: 'ARS',
    collector_id: 111,
    live_mode: true,
    date_created: momentOf(row),
    date_last_updated: momentOf(row),
  })

  beforeAll(async () => {
    server = createServer((request, response) => {
      const { searchParams: query } = new URL(request.url ?? '/', 'http://localhost')
      const [offset, limit] = [Number(query.get('offset')), Number(query.get('limit'))]
      const begin = query.get('begin_date') ?? ''
      const found = rows.filter((row) => momentOf(row) >= begin).toSorted((a, b) => a.at - b.at || a.id - b.id)
      const results = found.slice(offset, offset + limit).map(toPayment)
      response.end(JSON.stringify({ results, paging: { total: found.length, offset, limit } }))
      pages += 1
      betweenPages()
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // it listens on TCP
    const application = { authUrl: baseUrl, clientId: 'app', clientSecret: 'a-secret', webhookSecret: 'secret' }
    payments = createMercadoPago({ baseUrl, retryDelayMs: 1, ...application })
  })
  afterEach(() => {
    betweenPages = () => {}
    pages = 0
  })
  afterAll(() => server.close())

  const read = async () => (await payments.listChanged(account, FROM)).items.map(({ id }) => Number(id))

  test('a payment that changes while the list is read hides no other', async () => {
    rows = Array.from({ length: 130 }, (_, id) => ({ id: id + 1, at: id * 10 }))
    const all = rows.map(({ id }) => id)
    // After each page thirty of its rows change and go to the end of the list.
    betweenPages = () => {
      const changed = rows.slice(0, 30).map((row, n) => ({ ...row, at: 10_000 * pages + n }))
      if (pages <= 2) rows = [...rows.slice(30), ...changed]
    }
    expect((await read()).toSorted((a, b) => a - b)).toEqual(all)
    expect(pages).toBeLessThan(6)
  })

  test('more than a page in one instant is read whole, each once, also while some leave it', async () => {
    rows = Array.from({ length: 130 }, (_, id) => ({ id: id + 1, at: id < 10 ? id : 500 }))
    const all = rows.map(({ id }) => id)
    betweenPages = () => {
      if (pages === 2) rows = rows.map((row) => (row.id > 12 && row.id < 20 ? { ...row, at: 900 } : row))
    }
    expect((await read()).toSorted((a, b) => a - b)).toEqual(all)
  })

  test('what changes without end is given in parts, with how far it was read', async () => {
    rows = Array.from({ length: 60 }, (_, id) => ({ id: id + 1, at: id * 10 }))
    // The list is never at its end.
    betweenPages = () => {
      const last = rows.at(-1)?.at ?? 0
      rows = [...rows.slice(40), ...Array.from({ length: 60 }, (_, n) => ({ id: 1000 * pages + n, at: last + n + 1 }))]
    }
    const changed = await payments.listChanged(account, FROM)
    expect(changed.isWhole).toBe(false)
    expect(changed.lastChangeAt).toBe(changed.items.at(-1)?.lastUpdatedAt)
  })
})
