/** What the server reveals of itself (threats 22 and 26), over real sockets where it matters. */
import { connect, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { endpoints } from '#server/app.ts'
import { screens } from '#server/pages/plain-pages.ts'
import { createTestApp, type TestApp } from './app.ts'
import { createBuiltWeb, type BuiltWeb } from './built-web.ts'
import { injection, nameOf, requestFor } from './requests.ts'
import { nowhere } from './tenant.ts'

const PUBLIC_URL = 'https://previa.example'
const EVIL = 'malo.example'

let server: TestApp
let web: BuiltWeb
let port: number
beforeAll(async () => {
  server = await createTestApp({ config: { publicUrl: PUBLIC_URL } })
  web = await createBuiltWeb(server)
  await server.fastify.listen({ port: 0, host: '127.0.0.1' })
  port = (server.fastify.server.address() as AddressInfo).port // it listens on TCP
})
afterAll(async () => {
  await web.close()
  await server.close()
})

/** What comes back for bytes that no library would send. */
async function raw(request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(request))
    socket.on('data', (data: Buffer) => {
      answer += data.toString('latin1')
      if (answer.includes('\r\n\r\n')) socket.end()
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(answer))
    socket.setTimeout(5000, () => socket.destroy())
  })
}

const headOf = (answer: string) => answer.split('\r\n\r\n')[0]?.toLowerCase() ?? ''
const specs = endpoints.map(({ spec }) => spec)

describe('threat 26: no connection is upgraded', () => {
  const upgrade = (path: string) =>
    [
      `GET ${path} HTTP/1.1`,
      'Host: previa.example',
      `Origin: https://${EVIL}`,
      'Upgrade: websocket',
      'Connection: Upgrade',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      '\r\n',
    ].join('\r\n')

  // There is neither a WebSocket nor a stream; when a stream comes, its own tests ask for origin, limits and history.
  test.each([
    '/',
    '/ws',
    '/socket.io/?EIO=4',
    '/api/v1/stream',
    '/api/v1/chat',
    '/api/v1/event/home',
    '/api/v1/llm-chat/websocket',
  ])('at %s', async (path) => {
    const answer = await raw(upgrade(path))
    expect(answer).toMatch(/^HTTP\/1\.1 [2345]\d\d/)
    expect(headOf(answer)).not.toMatch(/upgrade:|sec-websocket/)
  })

  test('no endpoint is a socket; a stream is opened by a session alone, which no other site can send', () => {
    expect(specs.filter(({ path }) => /websocket/.test(path)).map(nameOf)).toEqual([])
    const streams = specs.filter(({ path, response }) => response === 'stream' || /stream/.test(path))
    expect(streams.map(({ path, access, response }) => [path, access, response])).toEqual([
      ['/api/v1/stream', 'signedIn', 'stream'],
    ])
  })

  test('HTTP/2 in the clear is not spoken', async () => {
    const answer = await raw(
      'GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n\r\n',
    )
    expect(answer).not.toContain(' 101 ')
  })
})

describe('methods that are not needed', () => {
  test.each(['TRACE', 'TRACK', 'CONNECT', 'DEBUG', 'PROPFIND'])('%s gives nothing back', async (method) => {
    const answer = await raw(`${method} /api/v1/event/home HTTP/1.1\r\nHost: a\r\nX-Secreto: canario\r\n\r\n`)
    expect(answer).not.toMatch(/^HTTP\/1\.1 2/)
    expect(answer).not.toContain('canario')
  })

  test('an address takes no other method than its own', async () => {
    for (const method of ['PUT', 'DELETE', 'PATCH'] as const) {
      const answer = await server.fastify.inject({ method, url: '/api/v1/user/dashboard' })
      expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([405, 'method_not_allowed'])
    }
  })
})

describe('requests that are smuggled or broken', () => {
  test.each([
    ['two lengths', 'POST /api/v1/login HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nContent-Length: 40\r\n\r\n{}'],
    [
      'length and chunks',
      'POST /api/v1/login HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /',
    ],
    ['no host', 'GET / HTTP/1.1\r\n\r\n'],
    ['a line alone', 'hola\r\n\r\n'],
    ['a header without end', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(40_000)}\r\n\r\n`],
    ['a header with a NUL', 'GET / HTTP/1.1\r\nHost: a\r\nX: a\0b\r\n\r\n'],
    ['an address without end', `GET /${'a'.repeat(40_000)} HTTP/1.1\r\nHost: a\r\n\r\n`],
    ['another HTTP', 'GET / HTTP/9.9\r\nHost: a\r\n\r\n'],
  ])('%s is refused', async (_what, request) => {
    const answer = await raw(request)
    expect(answer).toMatch(/^(HTTP\/1\.1 4\d\d|$)/)
    expect(answer).not.toMatch(/node|fastify|\.js:|\.ts:/i)
  })

  test.each([
    '/%',
    '/%ff',
    '/%c0%ae%c0%ae/',
    '/api/v1/event/home/%00',
    '/..%2f..%2fetc/passwd',
    '/assets/..%5c..%5cx',
    '/api/v1/company/%2e%2e%2f',
  ])('the address %s opens nothing', async (url) => {
    for (const { fastify } of [server, web]) {
      const { statusCode, body } = await fastify.inject({ url })
      expect([400, 404]).toContain(statusCode)
      expect(body).not.toMatch(/root:|node_modules|\.ts:\d/)
    }
  })
})

test('an address that begins with two slashes leads to no other site', async () => {
  for (const path of [`//${EVIL}/%2e%2e`, `//${EVIL}`, `/\\\\${EVIL}`, `///${EVIL}/..`]) {
    const answer = await raw(`GET ${path} HTTP/1.1\r\nHost: previa.example\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1\.1 [2345]\d\d/)
    expect(headOf(answer)).not.toContain('location:')
  }
})

describe('nothing says what runs here', () => {
  test('no header, no stack, no version', async () => {
    const answers = await Promise.all([
      ...specs.map((spec) =>
        server.fastify.inject(injection(spec, requestFor(spec, nowhere(), { phone: '+5493515550000' }))),
      ),
      ...['{', '{"a":', '[1,]', '\u0000', '"'].map((payload) =>
        server.fastify.inject({
          method: 'POST',
          url: '/api/v1/login',
          payload,
          headers: { 'content-type': 'application/json' },
        }),
      ),
      server.fastify.inject({
        method: 'POST',
        url: '/api/v1/login',
        payload: 'a',
        headers: { 'content-type': 'text/html' },
      }),
      server.fastify.inject({
        method: 'POST',
        url: '/api/v1/login',
        payload: `"${'a'.repeat(300_000)}"`,
        headers: { 'content-type': 'application/json' },
      }),
      web.fastify.inject({ url: '/no-existe' }),
    ])
    for (const { headers, body } of answers) {
      expect(Object.keys(headers).filter((name) => /server|powered|version|runtime/.test(name))).toEqual([])
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(body).not.toMatch(/node_modules|\bat [\w.<>]+ \(|\.ts:\d+|fastify|postgres|SQLSTATE/i)
    }
  })

  test('an unexpected defect says its request and nothing else', async () => {
    const broken = await createTestApp({ sharing: server })
    const silence = vi.spyOn(broken.app.log, 'error').mockImplementation(() => {})
    broken.fastify.server.close()
    vi.spyOn(broken.app.db, 'selectFrom').mockImplementation(() => {
      throw new Error('secreto interno en /srv/previa/x.ts:12')
    })
    const { statusCode, body } = await broken.fastify.inject({ url: '/api/v1/event/categories' })
    expect(statusCode).toBe(500)
    expect(JSON.parse(body)).toEqual({
      code: 'internal',
      message: expect.any(String),
      details: { requestId: expect.any(String) },
    })
    silence.mockRestore()
    vi.restoreAllMocks()
  })

  test('addresses of nothing answer alike, and no source, setting or map is served', async () => {
    const nothing = (await web.fastify.inject({ url: '/no-existe-nada' })).body
    const hidden = [
      '/.env',
      '/.git/config',
      '/package.json',
      '/server/main.ts',
      '/manifest.json',
      '/.vite/deps.json',
      '/assets/main-AAAA1111.js.map',
      '/dev/inbox',
      '/node_modules/x',
      '/wp-admin',
      '/metrics',
      '/index.html.bak',
    ]
    for (const url of hidden) {
      const { statusCode, body } = await web.fastify.inject({ url })
      expect([url, statusCode, body]).toEqual([url, 404, nothing])
    }
    const ofApi = await Promise.all(
      [
        '/api',
        '/api/v1',
        '/api/v1/nada',
        '/api/v2/event/home',
        '/api/v1/event/my-tickets/x.css',
        '/api/v1/user/profile.css',
      ].map((url) => server.fastify.inject({ url })),
    )
    expect(new Set(ofApi.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1)
    expect(ofApi[0]?.statusCode).toBe(404)
  })
})

/** Rule R3.16. */
const POLICY =
  "default-src 'self'; connect-src 'self'; form-action 'self'; img-src 'self' data: blob:; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"

describe('threat 22: headers of every page', () => {
  const addresses = [
    '/',
    '/eventos',
    '/evento/1',
    '/organizacion/nada',
    '/no-existe',
    ...screens.map(({ path }) => path.replaceAll(/:\w+/g, 'x')),
  ]
  test.each(addresses)('%s cannot be framed, runs only our scripts and sends no referrer', async (url) => {
    const { headers } = await web.fastify.inject({ url })
    const policy = String(headers['content-security-policy'])
    expect(policy).toBe(POLICY)
    expect(headers['x-frame-options']).toBe('DENY')
    expect(headers['x-content-type-options']).toBe('nosniff')
    const isSecret = screens.find(({ path }) => path.replaceAll(/:\w+/g, 'x') === url)?.hasSecretAddress
    expect(headers['referrer-policy']).toBe(isSecret ? 'no-referrer' : 'strict-origin-when-cross-origin')
  })

  test('answers about a person are not cached', async () => {
    const person = await server.given.user()
    const kept: string[] = []
    for (const spec of specs.filter(({ method, access, cache }) => method === 'GET' && access !== 'public' && !cache)) {
      const request = requestFor(spec, nowhere(), person)
      const { headers } = await server.fastify.inject(injection(spec, request, { token: person.token }))
      if (!String(headers['cache-control']).includes('no-store')) kept.push(nameOf(spec))
    }
    expect(kept).toEqual([])
  })
})
