/** Threat 29: connections that say nothing, or next to nothing, are closed; those of slow but honest people are not. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { endpoint } from '#contract/api/endpoint.ts'
import { readConfig } from '#server/config.ts'
import type { App } from '#server/context.ts'
import { createClock } from '#server/shared/clock.ts'
import { createLogger } from '#server/shared/logger.ts'
import { createProcessCache } from '#server/shared/process-cache.ts'
import { bind } from './bound.ts'
import { createServer, type Patience } from './server.ts'

const open = { access: 'public', whileImpersonating: 'read', summary: 'Para probar', failures: [] } as const
const say = endpoint({
  ...open,
  method: 'POST',
  path: '/say',
  body: z.object({ text: z.string() }),
  response: z.object({ length: z.int() }),
})
const longRead = endpoint({ ...open, method: 'GET', path: '/longRead', response: 'bytes' })
const show = endpoint({
  ...open,
  method: 'POST',
  path: '/show',
  files: { picture: { maxBytes: 10 * 1024 * 1024, types: ['image/jpeg'] } },
  response: z.object({ length: z.int() }),
})
/** More than any system keeps between the two. */
const LONG = Buffer.alloc(64 * 1024 * 1024)

/** Far longer than `hurried` takes, on the busiest machine, and far shorter than what the server waits otherwise. */
const HASTE_MS = 8000
const hurried: Patience = {
  headMs: 200,
  textMs: 300,
  turnMs: 500,
  requestMs: 1500,
  idleMs: 100,
  stallMs: 400,
  lookEveryMs: 50,
}
let port: number
let connections: () => Promise<number>
let close: () => Promise<unknown>
beforeAll(async () => {
  const clock = createClock()
  const app = {
    config: readConfig({ PREVIA_MASTER_KEY: Buffer.alloc(32).toString('base64') }),
    clock,
    processCache: createProcessCache(clock),
    log: createLogger({ level: 'silent', pretty: false }),
  } as unknown as App // all that is used
  const fastify = await createServer({
    app,
    endpoints: [
      bind(say, async (_app, { body }) => ({ length: body.text.length })),
      bind(longRead, async () => ({ contentType: 'text/plain', bytes: LONG })),
      bind(show, async (_app, { files }) => ({ length: files.picture?.bytes.length ?? 0 })),
    ],
    rules: {},
    sessions: { find: async () => null, forgetUser: () => {} },
    checkAnswers: false,
    patience: hurried,
  })
  port = Number(new URL(await fastify.listen({ port: 0, host: '127.0.0.1' })).port)
  connections = promisify(fastify.server.getConnections).bind(fastify.server)
  close = () => fastify.close()
})
afterAll(() => close())

const HOST = 'host: previa\r\n'
const post = (path: string, length: number, type = 'application/json') =>
  `POST ${path} HTTP/1.1\r\n${HOST}content-type: ${type}\r\ncontent-length: ${length}\r\n\r\n`

/** Says `text`, then a letter every 20 ms if `drip`; done when the server hangs up. */
async function untilClosed(text: string, { drip = '', reads = true } = {}): Promise<void> {
  const socket: Socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write(text)
  if (reads) socket.resume()
  const dripping = drip && setInterval(() => socket.write(drip), 20)
  // Not `once`: a hang-up may come as an error first.
  await new Promise((resolve) => socket.on('close', resolve))
  if (dripping) clearInterval(dripping)
}

test.each<[string, string, { drip?: string; reads?: boolean }]>([
  ['says nothing', '', {}],
  ['half a head', `GET /longRead HTTP/1.1\r\n${HOST}`, {}],
  ['a head drop by drop', `GET /longRead HTTP/1.1\r\n${HOST}x: `, { drip: 'a' }],
  ['half a body', `${post('/say', 1000)}{"text":"`, {}],
  ['a body drop by drop', `${post('/say', 100_000)}{"text":"`, { drip: 'a' }],
  ['an upload drop by drop', `${post('/show', 100_000, 'multipart/form-data; boundary=x')}--x\r\n`, { drip: 'a' }],
  ['idle after its answer', `${post('/say', 13)}{"text":"si"}`, {}],
  ['idle after a refusal', `${post('/say', 2)}{}`, {}],
  ['no second request but half of one', `${post('/say', 13)}{"text":"si"}GET /te`, {}],
])(
  'threat 29: %s',
  async (_, text, how) => {
    await expect(untilClosed(text, how)).resolves.toBeUndefined()
  },
  HASTE_MS,
)

test('threat 29: an answer that the client does not read', async () => {
  const socket = connect({ port, host: '127.0.0.1' })
  socket.on('error', () => {})
  socket.pause()
  socket.write(`GET /longRead HTTP/1.1\r\n${HOST}\r\n`)
  // Its end is only heard of by reading: the server must hang up before.
  await once(socket, 'connect')
  await expect.poll(() => connections(), { timeout: 10_000 }).toBe(1)
  await expect.poll(() => connections(), { timeout: 10_000 }).toBe(0)
  let bytes = 0
  socket.on('data', (data) => (bytes += data.length)).resume()
  await new Promise((resolve) => socket.on('close', resolve))
  expect(bytes).toBeLessThan(LONG.length)
})

test('an upload that keeps its pace is read to its end', async () => {
  const head = '--x\r\ncontent-disposition: form-data; name="picture"; filename="a.jpg"\r\n\r\n'
  const tail = '\r\n--x--\r\n'
  const piece = Buffer.alloc(4096)
  const pieces = 40
  const socket = connect(port, '127.0.0.1')
  socket.write(
    post('/show', head.length + pieces * piece.length + tail.length, 'multipart/form-data; boundary=x') + head,
  )
  let sent = 0
  const sending = setInterval(() => {
    sent += 1
    socket.write(piece)
    if (sent === pieces) {
      clearInterval(sending)
      socket.write(tail)
    }
  }, 20)
  const [answer] = (await once(socket, 'data')) as [Buffer]
  expect(answer.toString()).toContain(`{"length":${pieces * piece.length}}`)
  socket.destroy()
})

test('threat 29: uploads that are fast enough alone make room when another upload waits for their place', async () => {
  const head = '--x\r\ncontent-disposition: form-data; name="picture"; filename="a.jpg"\r\n\r\n'
  const whole = `${head}abc\r\n--x--\r\n`
  const type = 'multipart/form-data; boundary=x'
  // Some 50 KB/s each, and the two places of one address.
  const slow = [1, 2].map(() => untilClosed(post('/show', 9_000_000, type) + head, { drip: 'a'.repeat(1024) }))
  await expect.poll(() => connections()).toBe(2)
  const socket = connect(port, '127.0.0.1')
  socket.write(post('/show', whole.length, type) + whole)
  const [answer] = (await once(socket, 'data')) as [Buffer]
  expect(answer.toString()).toContain('{"length":3}')
  socket.destroy()
  await Promise.all(slow)
})
