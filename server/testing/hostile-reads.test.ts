/**
 * The soak (threats 28, 29, 32): reads that were never asked before, as fast as possible, and what is left of them in memory.
 * `npm run prove` sends a million.
 */
import { randomBytes, randomInt } from 'node:crypto'
import { Agent, get, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { finishBytes, type FinishedBytes } from '#server/http/finished-bytes.ts'
import { createTestApp, type TestApp } from './app.ts'
import { BUILT_INDEX } from './built-files.ts'
import { tries } from './tries.ts'

const READS = tries(8000, 1_000_000)
/** On a machine that does other things too. */
const PATIENCE_MS = tries(240_000, 3_600_000)
const READS_OF_CONTROL = tries(8000, 20_000)
const AT_ONCE = 24
const MEGABYTE = 1024 * 1024
/** A kilobyte for each of the fewest reads; what came and went leaves one or two. */
const ALLOWED_BYTES = tries(8, 20) * MEGABYTE

let server: TestApp
let port: number
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
beforeAll(async () => {
  server = await createTestApp()
  await server.given.ticketType({ event: await server.given.event() })
  await server.fastify.listen({ port: 0, host: '127.0.0.1' })
  port = (server.fastify.server.address() as AddressInfo).port // it listens on TCP
})
afterAll(async () => {
  agent.destroy()
  await server.close()
})

const word = (bytes = 9) => randomBytes(bytes).toString('base64url')
const pick = <Item>(items: readonly Item[]): Item => items[randomInt(items.length)] as Item // there are some

/** What strangers invent: queries, parameters, names, ids, months and pages. */
const ADDRESSES: readonly (() => string)[] = [
  () => `/api/v1/event/home?${word(4)}=${word(300)}`,
  () => `/api/v1/event/preview?utm=${word(40)}&x=${word(40)}`,
  () => `/api/v1/event/preview?search=${word(60)}&page=${randomInt(1, 100_000)}`,
  () =>
    `/api/v1/event/preview?from=2026-0${randomInt(1, 9)}-1${randomInt(9)}&limit=${randomInt(1, 100)}&city=${word()}`,
  () => `/api/v1/event/home?year=${randomInt(2020, 2100)}&month=${randomInt(1, 12)}&z=${word()}`,
  () => `/api/v1/event/single-page/${randomInt(1e9)}`,
  () => `/api/v1/event/single-page/${crypto.randomUUID()}?${word()}`,
  () => `/api/v1/ticket/types?eventId=${randomInt(1e9)}&${word()}=${word()}`,
  () => `/api/v1/company/${word(60)}`,
  () => `/api/v1/auth/google?${word()}`,
  () => `/api/v1/user/dashboard?page=${randomInt(1000)}`,
  () => `/evento/${word(60)}`,
  () => `/evento/${randomInt(1e9)}?${word()}=${word(200)}`,
  () => `/organizacion/${word(60)}?pagina=${word()}&estado=${word()}`,
  () => `/eventos?buscar=${word(60)}`,
  () => `/${word(100)}/${word(100)}`,
  () => `/entrada/${word(32)}`,
  () => `/assets/${word(60)}.js`,
  () => `/media/${randomBytes(32).toString('hex')}-640.webp`,
  () => `/sitemap.xml?${word(100)}`,
  () => `/api/${word(60)}`,
]

const headersOf = (): Record<string, string> => ({
  host: `${word()}.example`,
  'x-device-id': word(30),
  'user-agent': word(100),
  'accept-encoding': pick(['gzip, br', 'gzip', 'identity', word(), '*']),
  ...(randomInt(3) === 0 ? { authorization: `Bearer ${word(32)}` } : {}),
  ...(randomInt(3) === 0 ? { 'if-none-match': `"${word(16)}"` } : {}),
  cookie: `a=${word(100)}`,
})

interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
}

function ask(path: string, headers: Record<string, string>): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  get({ port, path, headers, agent }, (answer) => {
    answer.resume()
    answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers }))
  }).on('error', reject)
  return promise
}

/** Sends `count` of them, some at once; how often each status came. */
async function flood(count: number): Promise<Record<number, number>> {
  const statuses: Record<number, number> = {}
  let left = count
  const sender = async () => {
    while (left > 0) {
      left -= 1
      const { status } = await ask(pick(ADDRESSES)(), headersOf())
      statuses[status] = (statuses[status] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, sender))
  return statuses
}

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void // what the flag gives

/** Bytes in use after a forced collection. */
function liveBytes(): number {
  collectGarbage()
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

const cacheBytes = () => server.app.processCache.readUse().reduce((sum, { bytes }) => sum + bytes, 0)
const boundBytes = () => server.app.processCache.readUse().reduce((sum, { maxBytes }) => sum + maxBytes, 0)

test(
  `threats 29, 32: after ${READS} hostile reads memory holds what its caches say, and once that is old nothing`,
  async () => {
    // Everything is made and compiled that any of them needs.
    await flood(1000)
    server.app.processCache.purge()
    const start = liveBytes()
    const kept = cacheBytes()

    const statuses = await flood(READS)
    const grown = liveBytes() - start
    const held = cacheBytes() - kept
    for (const { name, bytes, maxBytes } of server.app.processCache.readUse()) {
      expect(bytes, name).toBeLessThanOrEqual(maxBytes)
    }
    expect(grown).toBeLessThanOrEqual(boundBytes() + ALLOWED_BYTES)
    // Stricter than the bounds: what the caches say they hold is what there is.
    expect(grown).toBeLessThanOrEqual(held + ALLOWED_BYTES)

    await server.advance({ hours: 25 })
    server.app.processCache.purge()
    const left = liveBytes() - start
    expect(left).toBeLessThanOrEqual(ALLOWED_BYTES)
    const figures = [grown, held, left].map((bytes) => Math.round(bytes / MEGABYTE))
    const came = JSON.stringify(statuses)
    process.stdout.write(
      `${READS} hostile reads: ${figures.join(', ')} MB grown, held by caches, left once old; ${came}\n`,
    )
    expect(
      Object.keys(statuses).filter((status) => ![200, 304, 400, 401, 404, 429, 503].includes(Number(status))),
    ).toEqual([])
  },
  PATIENCE_MS,
)

test('threat 32, control: kept by address, the same reads stay', async () => {
  const start = liveBytes()
  const kept = new Map<string, FinishedBytes>()
  const page = BUILT_INDEX.repeat(4)
  for (let place = 0; place < READS_OF_CONTROL; place += 1) {
    kept.set(
      pick(ADDRESSES)(),
      await finishBytes(page, { contentType: 'text/html', cacheControl: '', compression: 'none' }),
    )
  }
  expect(liveBytes() - start).toBeGreaterThan(ALLOWED_BYTES)
  expect(kept.size).toBeGreaterThan(0)
})

test('threat 28: what a stranger adds to the address does not change the answers of others', async () => {
  const { app } = server
  const path = '/api/v1/event/home'
  await ask(path, { host: 'malo.example', 'x-forwarded-host': 'malo.example', authorization: 'Bearer nada' })
  const answer = await fetch(`http://127.0.0.1:${port}${path}`)
  expect(await answer.text()).not.toContain('malo.example')
  expect(answer.headers.get('set-cookie')).toBeNull()
  // A path that ends like a file is not a cached page of a person.
  for (const suffix of ['/x.css', '.css', ';x.css', '%2fx.css']) {
    const { status, headers } = await ask(`/api/v1/event/my-tickets${suffix}`, { authorization: 'Bearer nada' })
    expect([suffix, status >= 400, headers['cache-control']]).toEqual([suffix, true, 'no-store'])
  }
  expect(app.processCache.readUse().map(({ name }) => name)).toContain('http.reads')
})
