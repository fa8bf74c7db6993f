import { get as httpGet, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { endpoint } from '#contract/api/endpoint.ts'
import { readConfig } from '#server/config.ts'
import type { App } from '#server/context.ts'
import { movableClock } from '#server/testing/movable-clock.ts'
import { Failure, isFailure } from '#server/shared/failure.ts'
import { createLogger } from '#server/shared/logger.ts'
import { createProcessCache } from '#server/shared/process-cache.ts'
import { bind } from './bound.ts'
import { createCachedReads, type CachedReads } from './cached-reads.ts'
import { finishBytes } from './finished-bytes.ts'
import { createServer } from './server.ts'

const clock = movableClock('2026-11-21T22:00:00.000Z')
const processCache = createProcessCache(clock)
const kept = () =>
  processCache.readUse().find(({ name }) => name === 'http.reads') ?? { bytes: 0, entries: 0, maxBytes: 0 }
const app = {
  config: readConfig({ PREVIA_MASTER_KEY: Buffer.alloc(32).toString('base64') }),
  clock,
  processCache,
  log: createLogger({ level: 'silent', pretty: false }),
} as unknown as App // all that is used

const getNight = endpoint({
  method: 'GET',
  path: '/night/{id}',
  summary: 'Una noche',
  access: 'public',
  whileImpersonating: 'read',
  cache: { seconds: 2 },
  params: z.object({ id: z.string() }),
  query: z.object({
    page: z._default(z.int().check(z.minimum(1)), 1),
    search: z.optional(z.string().check(z.trim(), z.maxLength(100))),
  }),
  response: z.object({ made: z.int(), text: z.string() }),
  failures: [],
})

let made = 0
/** The maker of an answer waits for it. */
let hold = Promise.resolve()
let underWay = 0
let most = 0
let answered: unknown[] = []
let url = ''
let close: () => Promise<void>

beforeEach(async () => {
  made = 0
  hold = Promise.resolve()
  most = 0
  answered = []
  clock.advance(10_000)
  processCache.purge()
  const fastify = await createServer({
    app,
    endpoints: [
      bind(getNight, async (_app, { params }) => {
        if (params.id === 'none') throw new Failure('not_found')
        underWay += 1
        most = Math.max(most, underWay)
        await hold
        underWay -= 1
        return { made: (made += 1), text: 'larga '.repeat(400) }
      }),
    ],
    rules: {},
    sessions: { find: async () => null, forgetUser: () => {} },
    checkAnswers: false,
    extras: [(_fastify, cachedReads: CachedReads) => cachedReads.onAnswered((...one) => answered.push(one))],
  })
  await fastify.listen({ port: 0, host: '127.0.0.1' })
  url = `http://127.0.0.1:${(fastify.server.address() as AddressInfo).port}`
  close = () => fastify.close()
})
afterEach(() => close())

/** Node's own client: `fetch` would decode the body. */
async function get(path: string, headers: Record<string, string> = {}) {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  httpGet(`${url}${path}`, { headers, agent: false }, resolve).on('error', reject)
  const answer = await promise
  return { status: answer.statusCode, headers: answer.headers, bytes: await buffer(answer) }
}

test('a kept answer is the made one, without a second making, until it is old', async () => {
  const first = await get('/night/1')
  const second = await get('/night/1')
  expect(second.bytes).toEqual(first.bytes)
  expect(JSON.parse(second.bytes.toString())).toMatchObject({ made: 1 })
  const ignored = { date: '', connection: '' }
  expect({ ...second.headers, ...ignored }).toEqual({ ...first.headers, ...ignored })
  expect(second.headers).toMatchObject({ 'cache-control': 'public, max-age=2', 'x-content-type-options': 'nosniff' })

  clock.advance(2001)
  expect(JSON.parse((await get('/night/1')).bytes.toString())).toMatchObject({ made: 2 })
})

test('it comes in the encoding that the caller takes, and as 304 to who has it', async () => {
  const { bytes: plain, headers } = await get('/night/1')
  const brotli = await get('/night/1', { 'accept-encoding': 'gzip, br' })
  expect(brotli.headers).toMatchObject({ 'content-encoding': 'br', 'content-length': String(brotli.bytes.length) })
  expect(brotliDecompressSync(brotli.bytes)).toEqual(plain)
  const known = await get('/night/1', { 'if-none-match': headers.etag ?? '' })
  expect([known.status, known.bytes.length]).toEqual([304, 0])
})

test('the figures hear of kept answers by their route, and refusals are not kept', async () => {
  await get('/night/1')
  await get('/night/1')
  expect(answered).toEqual([['/night/:id', 200, expect.any(Number)]])
  expect((await get('/night/none')).status).toBe(404)
  expect((await get('/night/none')).status).toBe(404)
  expect(answered).toHaveLength(1)
})

test('only a GET is answered so', async () => {
  await get('/night/1')
  expect((await fetch(`${url}/night/1`, { method: 'POST' })).status).toBe(405)
  expect(answered).toHaveLength(0)
})

test('threat 32: undeclared parameters, and other spellings of the same, share one answer and one making', async () => {
  const spellings = ['/night/1', '/night/1?otra=1', '/night/1?_=2&_=3', '/night/%31', '/night/1/', '/night/1?page=1']
  for (const spelling of [...spellings, '/night/1?search=&page=1', '/night/1?search=%20']) {
    expect([spelling, (await get(spelling)).status]).toEqual([spelling, 200])
  }
  expect([made, kept().entries]).toEqual([1, 1])
  for (const search of ['?search=a&page=2', '?page=2&search=a', '?page=2&x=1&search=%61', '?search=+a+&page=2']) {
    await get(`/night/1${search}`)
  }
  expect([made, kept().entries]).toEqual([2, 2])
  // The canonical spelling goes past the framework.
  answered = []
  await get('/night/1')
  await get('/night/1?page=2&search=a')
  expect(answered).toHaveLength(2)
})

test('threat 32: a wrong value is refused and not kept, and no header makes another answer', async () => {
  expect((await get('/night/1?page=0')).status).toBe(400)
  expect((await get('/night/1', { host: 'malo.example', 'x-forwarded-host': 'malo', cookie: 'a=1' })).status).toBe(200)
  expect((await get('/night/1', { host: 'otro.example', 'accept-language': 'en' })).status).toBe(200)
  expect([made, kept().entries]).toEqual([1, 1])
})

test('threat 32: of one read no more than eight misses are made at once, some wait, the rest come back later', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  hold = promise
  const all = Array.from({ length: 100 }, (_, place) => get(`/night/${place}`))
  const twin = get('/night/0')
  await expect.poll(() => underWay).toBe(8)
  let refused = 0
  for (const each of all) void each.then(() => (refused += 1))
  await expect.poll(() => refused).toBe(100 - 8 - 64)
  const busy = await Promise.race(all)
  expect([busy.status, busy.headers['retry-after']]).toEqual([503, '2'])
  resolve()
  const statuses = (await Promise.all(all)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(8 + 64)
  expect(statuses.filter((status) => status === 503)).toHaveLength(100 - 8 - 64)
  expect([(await twin).status, most]).toEqual([200, 8])
})

test('threat 32: a caller who invents addresses blocks no other from a read', async () => {
  const reads = createCachedReads(createProcessCache(clock))
  const answer = await finishBytes('{}', { contentType: 'application/json', cacheControl: 'no-store' })
  const { promise, resolve } = Promise.withResolvers<void>()
  const ask = (address: string, from: string) =>
    reads.get(address, { route: '/night/:id', seconds: 2, from }, () => promise.then(() => answer))
  const flood = Array.from({ length: 200 }, (_, place) => ask(`/night/${place}`, 'stranger'))
  const guest = ask('/night/guest', 'guest')
  resolve()
  expect(await guest).toBe(answer)
  const refused = (await Promise.allSettled(flood)).filter(({ status }) => status === 'rejected')
  // One of those who waited gave its place to the guest.
  expect(refused).toHaveLength(200 - 8 - 64 + 1)
})

test('threat 32: endless declared values end at the bytes of the cache', async () => {
  for (let place = 0; place < 300; place += 1) await get(`/night/${place}?search=${'x'.repeat(100)}`)
  const { bytes, entries, maxBytes } = kept()
  expect(bytes).toBeLessThanOrEqual(maxBytes)
  expect(bytes / entries).toBeGreaterThan(2400 + 100)
  clock.advance(2001)
  processCache.purge()
  expect(kept()).toMatchObject({ bytes: 0, entries: 0 })
})

test('threat 34: a caller who joins a making that the queue drops is answered in their own name', async () => {
  const reads = createCachedReads(createProcessCache(clock))
  const opened = Promise.withResolvers<void>()
  const ask = (address: string, from: string) =>
    reads
      .get(address, { route: '/night', seconds: 2, from }, async () => {
        await opened.promise
        return finishBytes(address, { contentType: 'text/plain', cacheControl: 'no-store' })
      })
      .then(
        () => 'answered',
        (error: unknown) => (isFailure(error) ? error.code : 'error'),
      )
  const crowd = Array.from({ length: 8 + 64 }, (_, n) => ask(`/night?search=${n}`, '192.0.2.1'))
  // Asks for what the crowd's last one asks for, which makes room for the next who comes.
  const joins = ask('/night?search=71', '192.0.2.2')
  const comes = ask('/night?search=other', '192.0.2.3')
  expect(await crowd[71]).toBe('busy')
  opened.resolve()
  expect(await Promise.all([joins, comes])).toEqual(['answered', 'answered'])
})
