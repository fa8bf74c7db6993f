/** Threats 20 and 29: who may and how often are decided while the body still waits at the door. */
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { login } from '#contract/accounts/accounts.ts'
import { updateProfileImage } from '#contract/accounts/accounts-profile.ts'
import { updateEvent } from '#contract/events/events-managed.ts'
import type { Access } from '#contract/api/endpoint.ts'
import { endpoints } from '#server/app.ts'
import { isTargetInBody } from '#server/http/rate-limits.ts'
import { createTestApp, type TestApp } from './app.ts'

const TEN_MB = 10 * 1024 * 1024
const isPublic = (access: Access) => access === 'public' || (typeof access === 'object' && access.roles === 'public')

let server: TestApp
let port: number
beforeAll(async () => {
  server = await createTestApp()
  port = Number(new URL(await server.fastify.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(() => server.close())

interface Upload {
  readonly socket: Socket
  /** The status line's number, before more than a first piece of the body was sent. */
  readonly status: Promise<number>
}

/** Announces ten megabytes, sends a first piece, and waits. */
function announce(
  { method, path }: { method: string; path: string },
  headers: Readonly<Record<string, string>>,
): Upload {
  const socket = connect(port, '127.0.0.1')
  const status = new Promise<number>((resolve, reject) => {
    socket.once('data', (data) => resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(data.toString('latin1'))?.[1])))
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('closed without an answer')))
  })
  // A caller that does not look at it has not failed.
  status.catch(() => {})
  const all = {
    host: 'previa',
    'content-length': String(TEN_MB),
    'content-type': 'multipart/form-data; boundary=x',
    ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
  socket.write('--x\r\ncontent-disposition: form-data; name="profileImage"; filename="a.jpg"\r\n\r\n')
  socket.write(Buffer.alloc(64 * 1024))
  return { socket, status }
}

describe('before ten megabytes are sent', () => {
  test('callers without a session are refused, and so are requests for the objects of others', async () => {
    const event = await server.given.event()
    const stranger = await server.given.user()
    const anonymous = announce(updateProfileImage, {})
    const path = updateEvent.path.replace('{id}', event.id)
    const foreign = announce({ method: 'PUT', path }, { authorization: `Bearer ${stranger.token}` })
    expect(await anonymous.status).toBe(401)
    expect([403, 404]).toContain(await foreign.status)
    for (const { socket } of [anonymous, foreign]) socket.destroy()
  })

  test('of a hundred uploads of one person those over the limit are refused at once', async () => {
    const person = await server.given.user()
    const headers = { authorization: `Bearer ${person.token}`, 'x-device-id': 'un-solo-aparato' }
    const uploads = Array.from({ length: 100 }, () => announce(updateProfileImage, headers))
    const refused = uploads.length - updateProfileImage.rate.limit
    const statuses: number[] = []
    for (const { status } of uploads) void status.then((number) => statuses.push(number)).catch(() => {})
    await expect.poll(() => statuses.length).toBe(refused)
    // The others wait for their turn, or for the rest of their bodies.
    expect(new Set(statuses)).toEqual(new Set([429]))
    for (const { socket } of uploads) socket.destroy()
  })
})

describe('webhooks, whose senders are only known by what they send', () => {
  const webhooks = endpoints
    .map(({ spec }) => spec)
    .filter(({ path, method }) => path.includes('/webhook/') && method === 'POST')

  test('are all here, and everybody else who needs no session is limited before the body too', () => {
    expect(webhooks.map(({ path }) => path)).toHaveLength(2)
    const open = endpoints.map(({ spec }) => spec).filter(({ method, access }) => method !== 'GET' && isPublic(access))
    expect(open.length).toBeGreaterThan(8)
    const unlimited = open.filter(({ rate }) => !rate || rate.isCountedByHandler || isTargetInBody(rate))
    expect(unlimited.map(({ path }) => path)).toEqual([])
  })

  test.each(webhooks.map((spec) => [spec.path, spec] as const))(
    '%s: more bodies at once than an address may have under way wait before they are read',
    async (_path, spec) => {
      const headers = { 'content-type': 'application/json', 'content-length': '100000' }
      const before = server.waits.length
      const most = spec.rate?.limit ?? 0
      const calls = Array.from({ length: most + 3 }, () => announce(spec, headers))
      await expect.poll(() => server.waits.length).toBe(before + 3)
      for (const { socket } of calls) socket.destroy()
    },
  )

  test.each(webhooks.map((spec) => [spec.path, spec] as const))(
    '%s: more than a quarter of a megabyte is refused before it comes',
    async (_path, spec) => {
      const headers = { 'content-type': 'application/json', 'content-length': String(256 * 1024 + 1) }
      const { status, socket } = announce(spec, headers)
      expect(await status).toBe(413)
      socket.destroy()
    },
  )
})

test('sign-ins that are no sign-in count too', async () => {
  const headers = { 'x-device-id': 'aparato-de-basura', 'content-type': 'application/json' }
  const send = async (payload: string) =>
    (await server.fastify.inject({ method: 'POST', url: login.path, headers, payload })).statusCode
  const bodies = ['{', '[]', '{}', '{"phone":1}', 'null', `{"phone":"${'9'.repeat(9000)}"}`]
  const statuses: number[] = []
  for (let n = 0; n < login.rate.limit; n += 1) statuses.push(await send(bodies[n % bodies.length] ?? ''))
  expect(new Set(statuses)).toEqual(new Set([400]))
  expect(await send('{')).toBe(429)
})
