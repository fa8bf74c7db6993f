/** Threats 20 and 29: who may and how often are decided while the body still waits at the door. */
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { login } from '#contract/accounts.ts'
import { updateProfileImage } from '#contract/accounts-profile.ts'
import { updateEvent } from '#contract/events.ts'
import { createTestApp, type TestApp } from './app.ts'

const TEN_MB = 10 * 1024 * 1024

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
  // Whoever does not look at it has not failed.
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
  test('nobody without a session is let in, nor whoever asks for what is not theirs', async () => {
    const event = await server.given.event()
    const stranger = await server.given.user()
    const anonymous = announce(updateProfileImage, {})
    const path = updateEvent.path.replace('{id}', event.id)
    const foreign = announce({ method: 'PUT', path }, { authorization: `Bearer ${stranger.token}` })
    expect(await anonymous.status).toBe(401)
    expect([403, 404]).toContain(await foreign.status)
    for (const { socket } of [anonymous, foreign]) socket.destroy()
  })

  test('of a hundred uploads of one person those over the limit hear so at once, and two at a time are read', async () => {
    const person = await server.given.user()
    const headers = { authorization: `Bearer ${person.token}`, 'x-device-id': 'un-solo-aparato' }
    const before = process.memoryUsage()
    const uploads = Array.from({ length: 100 }, () => announce(updateProfileImage, headers))
    const refused = uploads.length - updateProfileImage.rate.limit
    const statuses: number[] = []
    for (const { status } of uploads) void status.then((number) => statuses.push(number)).catch(() => {})
    await expect.poll(() => statuses.length).toBe(refused)
    // The others wait for their turn, or for the rest of their bodies.
    expect(new Set(statuses)).toEqual(new Set([429]))
    const after = process.memoryUsage()
    expect(after.external - before.external).toBeLessThan(60 * 1024 * 1024)
    for (const { socket } of uploads) socket.destroy()
  })
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
