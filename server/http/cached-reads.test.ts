import { get as httpGet, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { readConfig } from '#server/config.ts'
import type { App } from '#server/context.ts'
import { movableClock } from '#server/shared/clock.ts'
import { Failure } from '#server/shared/failure.ts'
import { createLogger } from '#server/shared/logger.ts'
import { bind } from './bound.ts'
import type { CachedReads } from './cached-reads.ts'
import { createServer } from './server.ts'

const clock = movableClock('2026-11-21T22:00:00.000Z')
const app = {
  config: readConfig({ PREVIA_MASTER_KEY: Buffer.alloc(32).toString('base64') }),
  clock,
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
  response: z.object({ made: z.int(), text: z.string() }),
  failures: [],
})

let made = 0
let answered: unknown[] = []
let url = ''
let close: () => Promise<void>

beforeEach(async () => {
  made = 0
  answered = []
  const fastify = await createServer({
    app,
    endpoints: [
      bind(getNight, async (_app, { params }) => {
        if (params.id === 'none') throw new Failure('not_found')
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

test('only a GET of exactly that address is answered so', async () => {
  await get('/night/1')
  expect((await fetch(`${url}/night/1`, { method: 'POST' })).status).toBe(405)
  expect(JSON.parse((await get('/night/1?otra=1')).bytes.toString())).toMatchObject({ made: 2 })
  expect(answered).toHaveLength(0)
})
