/**
 * Invariants S1 and S2: what was answered stays, and everything comes back by itself, whatever is killed while it sells.
 * Buyers go on with the same key until they have an answer, as the web does.
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
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createPurchase, type PurchaseAnswer } from '#contract/checkout.ts'
import { createApp, type RunningApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { findBrokenInvariants } from '#server/db/check-invariants.ts'
import { startEmbeddedPostgres } from '#server/embedded-postgres/start.ts'
import { createGiven, type GivenUser } from '#server/testing/given.ts'
import { tries } from '#server/testing/tries.ts'
import { ended, outputOf } from '#server/testing/child-output.ts'

const HOUR = 3_600_000
vi.setConfig({ testTimeout: tries(180_000, HOUR), hookTimeout: 120_000 })

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))
const BUYERS_PER_KILL = 150
const BETWEEN_KILLS_MS = 1500
/** Before a buyer's second attempt; it doubles, because more than 10 a minute are refused. */
const PATIENCE_MS = 250
/** Beyond it nobody would call it healing. */
const HEALS_WITHIN_MS = 90_000

let home: string
let url: string
let environment: Record<string, string>
let previa: ChildProcess
let observer: RunningApp

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'previa-kills-'))
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  const key = randomBytes(32).toString('base64')
  environment = {
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

/** Places an order, with the same key until there is an answer; gives the order's public id. */
async function buy(buyer: GivenUser, eventId: string, ticketTypeId: string): Promise<string> {
  const key = randomUUID()
  const deadline = performance.now() + HEALS_WITHIN_MS
  for (let pause = PATIENCE_MS; ; pause = Math.min(2 * pause, 8 * PATIENCE_MS)) {
    const answer = await fetch(`${url}${createPurchase.path}`, {
      method: createPurchase.method,
      headers: {
        authorization: `Bearer ${buyer.token}`,
        'content-type': 'application/json',
        'idempotency-key': key,
        // Limits per address are not what this is about.
        'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`,
      },
      body: JSON.stringify({ eventId, ticketTypeId, quantity: 1 }),
    }).catch(() => null)
    if (answer?.ok) return ((await answer.json()) as PurchaseAnswer).order.publicId
    if (answer && answer.status < 500 && ![409, 429].includes(answer.status))
      throw new Error(`${answer.status} ${await answer.text()}`)
    await answer?.body?.cancel()
    if (performance.now() > deadline)
      throw new Error(`no answer within ${HEALS_WITHIN_MS} ms; the last was ${answer?.status}`)
    await wait(pause)
  }
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
        acknowledged.push(await buy(buyer, event.id, type.id))
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
