/** Threats 20 and 29: a hundred uploads of ten megabytes from one device take the memory of a few. */
import { connect, type Socket } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { endpoint } from '#contract/api/endpoint.ts'
import { readConfig } from '#server/config.ts'
import type { App } from '#server/context.ts'
import { createClock } from '#server/shared/clock.ts'
import { createLogger } from '#server/shared/logger.ts'
import { createProcessCache } from '#server/shared/process-cache.ts'
import { bind } from './bound.ts'
import { createServer, type Patience } from './server.ts'
import { readMultipart } from './uploads.ts'

const MB = 1024 * 1024
const PICTURE = Buffer.alloc(10 * MB)
/** Two that are read, each twice for the moment in which its pieces become one, and what waits of the others. */
const MOST_HELD = 80 * MB
/** As many come where nothing makes them wait. */
const UNLIMITED = 15
/** Each look may collect, which stops the thread for a while on a busy machine: most of the time is for the uploads. */
const LOOK_EVERY_MS = 250
const files = { picture: { maxBytes: 11 * MB, types: ['image/jpeg'] } } as const
const show = endpoint({
  method: 'POST',
  path: '/show',
  summary: 'Para probar',
  access: 'public',
  whileImpersonating: 'read',
  files,
  response: z.object({ length: z.int() }),
  failures: [],
})

/** No request is late here, however busy the machine is. */
const patience: Patience = {
  headMs: 60_000,
  textMs: 60_000,
  turnMs: 240_000,
  requestMs: 60_000,
  idleMs: 5000,
  stallMs: 60_000,
  lookEveryMs: 5000,
}

let fastify: FastifyInstance
afterEach(() => fastify.close())

/** As the product reads them. */
async function inTurns(): Promise<FastifyInstance> {
  const clock = createClock()
  const app = {
    config: readConfig({ PREVIA_MASTER_KEY: Buffer.alloc(32).toString('base64') }),
    clock,
    processCache: createProcessCache(clock),
    log: createLogger({ level: 'silent', pretty: false }),
  } as unknown as App // all that is used
  const endpoints = [bind(show, async (_app, { files }) => ({ length: files.picture?.bytes.length ?? 0 }))]
  const sessions = { find: async () => null, forgetUser: () => {} }
  return createServer({ app, endpoints, rules: {}, sessions, checkAnswers: false, patience })
}

/** The control: each as it comes, and kept until all are there and have been looked at. */
async function allAtOnce(): Promise<FastifyInstance> {
  const server = Fastify()
  await server.register(multipart)
  const full = Promise.withResolvers<void>()
  let inside = 0
  server.post(show.path, async (request) => {
    const read = await readMultipart(request, files)
    inside += 1
    if (inside === UNLIMITED) full.resolve()
    await full.promise
    await nextLook.promise
    return { length: read.files['picture']?.bytes.length ?? 0 }
  })
  return server
}

const HEAD = '--x\r\ncontent-disposition: form-data; name="picture"; filename="a.jpg"\r\n\r\n'
const TAIL = '\r\n--x--\r\n'

/** Says that the picture comes, without sending it yet; `answered` hears the status once, 0 of who was hung up on. */
function announce(port: number, answered: (status: number) => void): Socket {
  const socket = connect(port, '127.0.0.1')
  const length = HEAD.length + PICTURE.length + TAIL.length
  socket.write(
    `POST ${show.path} HTTP/1.1\r\nhost: previa\r\nx-device-id: un-solo-aparato\r\n` +
      `content-type: multipart/form-data; boundary=x\r\ncontent-length: ${length}\r\n\r\n${HEAD}`,
  )
  socket.once('data', (data) => {
    answered(Number(/^HTTP\/1\.1 (\d+)/.exec(data.toString('latin1'))?.[1]))
    hangUp(socket)
  })
  socket.once('error', () => answered(0))
  return socket
}

function hangUp(socket: Socket): void {
  socket
    .removeAllListeners()
    .on('error', () => {})
    .destroy()
}

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

function held(): number {
  collect()
  return process.memoryUsage().arrayBuffers
}
const before = held()

let nextLook = Promise.withResolvers<void>()

/** The most bytes of buffers that anybody still held at a time, beyond those of before all tests. */
async function mostHeld(work: () => Promise<unknown>): Promise<number> {
  let most = 0
  const looking = setInterval(() => {
    // Collecting stops the thread: only when there may be more than ever.
    if (process.memoryUsage().arrayBuffers - before > most) most = Math.max(most, held() - before)
    nextLook.resolve()
    nextLook = Promise.withResolvers()
  }, LOOK_EVERY_MS)
  await work()
  clearInterval(looking)
  return most
}

/** Announces `count` pictures, waits until `turnedAway` were asked to come back, and sends the others until `enough` were taken. */
async function uploadAll(
  open: () => Promise<FastifyInstance>,
  { count, turnedAway, enough }: { count: number; turnedAway: number; enough: number },
) {
  fastify = await open()
  const port = Number(new URL(await fastify.listen({ port: 0, host: '127.0.0.1' })).port)
  const statuses: number[] = []
  const taken = () => statuses.filter((status) => status === 200).length
  const refused = () => statuses.length - taken()
  const most = await mostHeld(async () => {
    const sockets = Array.from({ length: count }, () => announce(port, (status) => void statuses.push(status)))
    await expect.poll(refused, { timeout: 110_000 }).toBeGreaterThanOrEqual(turnedAway)
    for (const socket of sockets.filter(({ destroyed }) => !destroyed)) {
      // One buffer for all of them: what is measured is the server's.
      socket.write(PICTURE)
      socket.write(TAIL)
    }
    await expect.poll(taken, { timeout: 110_000 }).toBeGreaterThanOrEqual(enough)
    sockets.forEach(hangUp)
  })
  return { most, refused: refused() }
}

test('a hundred uploads of one device are read two at a time; sixty wait their turn and the rest is asked to come back', async () => {
  const { refused, most } = await uploadAll(inTurns, { count: 100, turnedAway: 38, enough: 4 })
  expect(refused).toBe(38)
  expect(most).toBeLessThan(MOST_HELD)
}, 240_000)

test('the control: without turns all of them are held at once', async () => {
  const { refused, most } = await uploadAll(allAtOnce, { count: UNLIMITED, turnedAway: 0, enough: UNLIMITED })
  expect(refused).toBe(0)
  expect(most).toBeGreaterThan(MOST_HELD)
}, 240_000)
