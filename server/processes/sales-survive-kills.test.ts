/**
 * Invariants S1 and S2: what was answered stays, and everything comes back by itself, whatever is killed while it sells and while
 * it gives back (M3, M6). Buyers go on with the same key until they have an answer, as the web does.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createPurchase, getOrderStatus, type PurchaseAnswer } from '#contract/sales/checkout.ts'
import { getMassRefund, startMassRefund, type MassRefund } from '#contract/sales/refunds-mass.ts'
import { createApp, type RunningApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { findBrokenInvariants } from '#server/db/check-invariants.ts'
import { startEmbeddedPostgres } from '#server/embedded-postgres/start.ts'
import { compareBooks } from '#server/testing/compare-books.ts'
import { createGiven, type Given, type GivenUser } from '#server/testing/given.ts'
import { shiftedProcess } from '#server/testing/shift-clock.ts'
import { tries } from '#server/testing/tries.ts'
import { ended, outputOf } from '#server/testing/child-output.ts'
import { start, type Started } from '#simulators/mercado-pago/start.ts'
import type { StoredPayment } from '#simulators/mercado-pago/state.ts'

const HOUR = 3_600_000
vi.setConfig({ testTimeout: tries(180_000, HOUR), hookTimeout: 120_000 })

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))
const BUYERS_PER_KILL = 150
const BETWEEN_KILLS_MS = 1500
/** Before a buyer's second attempt; it doubles, because more than 10 a minute are refused. */
const PATIENCE_MS = 250
/** `npm run prove`, which waits for what comes by the clock. */
const isProof = tries(0, 1) === 1
/** Beyond it, recovery counts as failed. */
const HEALS_WITHIN_MS = 90_000

let home: string
let url: string
let environment: Record<string, string>
let previa: ChildProcess
let observer: RunningApp
/** The provider outlives whatever is killed here. */
let simulator: Started

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'previa-kills-'))
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  const key = randomBytes(32).toString('base64')
  simulator = await start({ port: 0 })
  const { clientId, clientSecret, webhookSecret } = simulator.application
  environment = {
    MP_CLIENT_ID: clientId,
    MP_CLIENT_SECRET: clientSecret,
    MP_WEBHOOK_SECRET: webhookSecret,
    MP_BASE_URL: simulator.url,
    MP_AUTH_URL: simulator.authUrl,
    ...shiftedProcess,
    PREVIA_HOME: home,
    PORT: String(port),
    PREVIA_MASTER_KEY: key,
    LOG_LEVEL: 'silent',
    WEB_PROCESSES: '2',
    TRUST_PROXY: 'loopback',
  }
  previa = await startPrevia()
  const postgres = await startEmbeddedPostgres({ dataDir: join(home, 'postgres'), share: true })
  observer = await createApp({ config: readConfig(environment), connectionString: postgres.url, process: 'worker' })
})

afterAll(async () => {
  await observer.close()
  previa.kill('SIGTERM')
  await ended(previa)
  await simulator.stop()
  await rm(home, { recursive: true, force: true })
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // it listens on TCP
  server.close()
  await once(server, 'close')
  return port
}

/** Started when it says so: before that, whatever is missing is a reason to give up. */
async function startPrevia(): Promise<ChildProcess> {
  const child = spawn(process.execPath, [MAIN, 'all', '--empty'], {
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = outputOf(child)
  while (!output.text().includes('Ctrl-C')) {
    if (child.exitCode !== null) {
      await output.closed
      throw new Error(`Previa ended before it was ready: ${output.text()}`)
    }
    await wait(50)
  }
  return child
}

const postmaster = async () => Number((await readFile(join(home, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0])

/** The child of `previa` that plays this part. */
async function childOf(part: RegExp): Promise<number> {
  const list = spawn('ps', ['-eo', 'stat=,pid=,ppid=,args='], { stdio: ['ignore', 'pipe', 'ignore'] })
  let text = ''
  for await (const chunk of list.stdout) text += String(chunk)
  const rows = text.split('\n').map((line) => line.trim().split(/\s+/))
  const row = rows.find(
    ([stat, , parent, ...args]) => !stat?.startsWith('Z') && Number(parent) === previa.pid && part.test(args.join(' ')),
  )
  return Number(row?.[1])
}

/** What is killed, in turn; the last one takes the whole program and its database, and an operator starts it again. */
const kills: readonly (() => Promise<void>)[] = [
  async () => void process.kill(await childOf(/main\.ts web/), 'SIGKILL'),
  async () => void process.kill(await postmaster(), 'SIGKILL'),
  async () => void process.kill(await childOf(/main\.ts worker/), 'SIGKILL'),
  async () => {
    const database = await postmaster()
    previa.kill('SIGKILL')
    process.kill(database, 'SIGKILL')
    await ended(previa)
    previa = await startPrevia()
  },
]

interface Asking {
  readonly method?: string
  readonly as?: GivenUser
  readonly key?: string
  readonly body?: object
}

/** What a browser asks, again until there is an answer; a redirect is one. */
async function ask(path: string, { method = 'GET', as, key, body }: Asking = {}): Promise<Response> {
  const deadline = performance.now() + HEALS_WITHIN_MS
  for (let pause = PATIENCE_MS; ; pause = Math.min(2 * pause, 8 * PATIENCE_MS)) {
    const answer = await fetch(url + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(as && { authorization: `Bearer ${as.token}` }),
        ...(key !== undefined && { 'idempotency-key': key }),
        ...(body && { 'content-type': 'application/json' }),
        // Limits per address are not what this is about.
        'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`,
      },
      ...(body && { body: JSON.stringify(body) }),
    }).catch(() => null)
    if (answer && answer.status < 400) return answer
    if (answer && answer.status < 500 && ![409, 429].includes(answer.status))
      throw new Error(`${answer.status} ${await answer.text()}`)
    await answer?.body?.cancel()
    if (performance.now() > deadline)
      throw new Error(`no answer within ${HEALS_WITHIN_MS} ms; the last was ${answer?.status}`)
    await wait(pause)
  }
}

/** Places an order, with the same key until there is an answer. */
async function buy(as: GivenUser, eventId: string, ticketTypeId: string, quantity = 1): Promise<PurchaseAnswer> {
  const { method, path } = createPurchase
  const answer = await ask(path, { method, as, key: randomUUID(), body: { eventId, ticketTypeId, quantity } })
  return (await answer.json()) as PurchaseAnswer // parsed by the contract where it left
}

/** What the observer asks of a database that was just killed, until it has connections that live. */
async function onceHealed<T>(ask: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + HEALS_WITHIN_MS
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (performance.now() > deadline) throw error
      await wait(PATIENCE_MS)
    }
  }
}

test('no acknowledged sale is lost, and none is made twice', async () => {
  const given = createGiven(observer.app)
  const event = await given.event({ startsInHours: 200, personLimit: 100 })
  const type = await given.ticketType({ event, priceCents: 0, capacity: 100_000 })
  const acknowledged: string[] = []
  for (let round = 0; round < tries(kills.length, 5 * kills.length); round += 1) {
    const buyers = await onceHealed(() => Promise.all(Array.from({ length: BUYERS_PER_KILL }, () => given.user())))
    const sales = Promise.all(
      buyers.map(async (buyer, place) => {
        await wait((BETWEEN_KILLS_MS / BUYERS_PER_KILL) * place)
        acknowledged.push((await buy(buyer, event.id, type.id)).order.publicId)
      }),
    )
    await wait(BETWEEN_KILLS_MS / 3)
    await kills[round % kills.length]?.()
    await sales
  }
  const rows = await onceHealed(() =>
    observer.app.db
      .selectFrom('orders')
      .select((row) => [
        'public_id',
        'state',
        row
          .selectFrom('tickets')
          .whereRef('order_id', '=', 'orders.id')
          .select(row.fn.countAll<number>().as('count'))
          .as('tickets'),
      ])
      .where('event_id', '=', event.id)
      .execute(),
  )
  expect(new Set(acknowledged).size).toBe(acknowledged.length)
  expect(rows.map((row) => row.public_id).toSorted()).toEqual(acknowledged.toSorted())
  expect(rows.filter((row) => row.state !== 'paid' || row.tickets !== 1)).toEqual([])
  expect(await findBrokenInvariants(observer.app)).toEqual([])
})

/** Where the payment link leads: the provider's preference. */
async function openLink({ paymentUrl = '' }: PurchaseAnswer): Promise<string> {
  const { pathname, search } = new URL(paymentUrl)
  const location = (await ask(pathname + search)).headers.get('location') ?? ''
  return new URL(location).searchParams.get('pref_id') ?? ''
}

/** Buys and pays. Of every few, one is never notified to us, one pays twice, and one thinks again and pays the first purchase. */
async function pay(n: number, buyer: GivenUser, eventId: string, typeId: string): Promise<void> {
  const { control } = simulator
  const purchase = await buy(buyer, eventId, typeId, 2)
  const preferenceId = await openLink(purchase)
  if (n % 7 === 0) await buy(buyer, eventId, typeId, 1)
  for (let time = 0; time < (n % 5 === 0 ? 2 : 1); time += 1) {
    // Nothing is sent of what is made while it says so.
    control.setSwitches({ dropNotifications: n % 3 === 0 })
    await control.pay(preferenceId)
  }
  // Half of the buyers look how it went.
  if (n % 2 === 0) await ask(getOrderStatus.path.replace('{publicId}', purchase.order.publicId))
}

/** Kills one of the web processes or the worker, if there is one at the moment. */
async function killSomebody(): Promise<boolean> {
  const pid = await childOf([/main\.ts web/, /main\.ts worker/][randomInt(2)] ?? /./)
  if (Number.isNaN(pid)) return false
  process.kill(pid, 'SIGKILL')
  return true
}

/** Kills so often, at random moments, while `work` goes on and what it left is done. */
async function amidKills<Result>(times: number, work: Promise<Result>): Promise<Result> {
  work.catch(() => {}) // thrown below
  for (let left = times; left > 0;) {
    await wait(randomInt(50, 700))
    if (await killSomebody()) left -= 1
  }
  return work
}

/** What each payment of the provider's books bought here. */
async function boughtBy(payments: readonly StoredPayment[]): Promise<ReadonlyMap<string, number>> {
  const { db } = observer.app
  const rows = await onceHealed(() =>
    db
      .selectFrom('payments as p')
      .innerJoin('tickets as t', 't.order_id', 'p.order_id')
      .select((row) => ['p.provider_payment_id as id', row.fn.countAll<number>().as('tickets')])
      .where('p.is_applied', '=', true)
      .where(
        'p.provider_payment_id',
        'in',
        payments.map(({ id }) => id),
      )
      .groupBy('p.provider_payment_id')
      .execute(),
  )
  return new Map(rows.map(({ id, tickets }) => [id, tickets]))
}

/** Payments that are neither tickets nor a refund, those that are both, and those of which our books say something else. */
async function unsettled(): Promise<string[]> {
  await passTime()
  const payments = simulator.control.payments()
  const bought = await boughtBy(payments)
  const differing = await onceHealed(() => compareBooks(observer.app, payments))
  const wrong = payments.filter(({ id, amountCents, refundedCents }) =>
    bought.get(id) === 2 ? refundedCents > 0 : amountCents !== refundedCents,
  )
  return [...wrong.map(({ id }) => id), ...differing]
}

/** What waits for a time, `npm test` does not wait for: it is due, and another worker has its turn. */
async function passTime(): Promise<void> {
  if (isProof) return
  const { db, queue } = observer.app
  const past = sql<string>`app_now() - interval '1 minute'`
  await db
    .updateTable('provider_checkouts')
    .set({ next_check_at: past })
    .where('next_check_at', 'is not', null)
    .execute()
  await db.updateTable('refunds').set({ next_attempt_at: past }).where('state', '=', 'processing').execute()
  for (const job of ['checkout.reconcile', 'refunds.sweep'] as const) await queue.runJob(observer.app, job)
}

test('every approved payment is tickets or a refund, once, whichever process is killed while people pay', async () => {
  const given = createGiven(observer.app)
  const { control } = simulator
  const [collectorId, accessToken] = ['700000001', 'APP_USR-700000001']
  await control.addSeller({ userId: collectorId, nickname: 'Vendedor', accessToken })
  const company = await onceHealed(() => given.company({ collectorId, accessToken }))
  const event = await given.event({ company, startsInHours: 24 * 30, personLimit: 100, name: 'Noche de Prueba' })
  const type = await given.ticketType({ event, priceCents: 1_500_000, capacity: 100_000 })
  const buyers = await Promise.all(Array.from({ length: tries(30, 200) }, () => given.user()))
  for (const kind of ['lose', 'garbage'] as const)
    control.addFault({ kind, path: '/refunds', method: 'POST', times: 2 })
  await amidKills(
    tries(4, 30),
    Promise.all(
      buyers.map(async (buyer, n) => {
        await wait(tries(60, 100) * n)
        await pay(n, buyer, event.id, type.id)
      }),
    ),
  )
  await expect.poll(unsettled, { timeout: HEALS_WITHIN_MS + tries(0, 300_000), interval: 200 }).toEqual([])
  const payments = control.payments()
  const refunds = payments.map(({ id }) => control.refunds(id).length)
  const bought = await boughtBy(payments)
  // Each was paid at least once; who paid twice, or for a purchase that was replaced and not taken again, has it back, once.
  expect(payments).toHaveLength(buyers.length + Math.ceil(buyers.length / 5))
  expect(refunds).toEqual(payments.map(({ id }) => (bought.has(id) ? 0 : 1)))
  expect(refunds).toContain(1)
  expect(await findBrokenInvariants(observer.app)).toEqual([])
  if (isProof) await giveAllBack(given, event.id, bought)
})

/** All of it goes back, five a second, which is longer than `npm test` has; and the same is killed again. */
async function giveAllBack(given: Given, eventId: string, bought: ReadonlyMap<string, number>): Promise<void> {
  const { control } = simulator
  const god = await given.user({ isGodAdmin: true })
  const body = { reason: 'Se inundó el salón', confirmation: 'Noche de Prueba' }
  const path = startMassRefund.path.replace('{id}', eventId)
  const { id } = (await (
    await ask(path, { method: startMassRefund.method, as: god, key: randomUUID(), body })
  ).json()) as MassRefund // parsed by the contract where it left
  const shown = getMassRefund.path.replace('{id}', eventId).replace('{jobId}', id)
  const read = async () => (await (await ask(shown, { as: god })).json()) as MassRefund // likewise
  await amidKills(20, expect.poll(async () => (await read()).state, { timeout: HOUR, interval: 1000 }).toBe('done'))
  const { all, completed } = await read()
  expect(completed).toEqual(all)
  expect(all.count).toBe(2 * bought.size)
  for (const { id: paymentId, amountCents, refundedCents } of control.payments()) {
    expect([refundedCents, control.refunds(paymentId).length]).toEqual([amountCents, bought.has(paymentId) ? 2 : 1])
  }
  expect(await compareBooks(observer.app, control.payments())).toEqual([])
  expect(await findBrokenInvariants(observer.app)).toEqual([])
}
