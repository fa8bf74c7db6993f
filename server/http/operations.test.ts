import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { readConfig, type Config } from '#server/config.ts'
import type { App } from '#server/context.ts'
import { createDb } from '#server/db/connection/client.ts'
import { createClock } from '#server/shared/clock.ts'
import { count, countLabels, type CountName } from '#server/shared/counts.ts'
import { createLogger } from '#server/shared/logger.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { createProcessCache } from '#server/shared/process-cache.ts'
import { finishBytes, sendFinished } from './finished-bytes.ts'
import { devRoutes, type DemoSignIn } from '#server/demo/dev/routes.ts'
import { healthRoutes } from './health.ts'
import { createMetrics, metricsRoutes } from './metrics.ts'
import { createServer } from './server.ts'

let database: TestDatabase
const closing: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  database = await createTestDatabase()
})
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})
afterAll(() => database.drop())

const signIns: readonly DemoSignIn[] = [
  { role: 'CLIENT', name: 'Abril', phone: '+5491155550101', password: 'noche-de-prueba' },
  { role: 'SCANNER', name: 'Nadie', phone: '+5491155550199', password: 'noche-de-prueba' },
]

async function start(changes: Partial<Config> = {}, connectionString = database.connectionString) {
  const config = { ...readConfig({ PREVIA_MASTER_KEY: Buffer.alloc(32).toString('base64') }), ...changes }
  const db = createDb({ connectionString, max: 3, name: 'operations-test' })
  const clock = createClock()
  const log = createLogger({ level: 'silent', pretty: false })
  const app = { config, db, clock, log, processCache: createProcessCache(clock) } as App // all that is used
  const fastify = await createServer({
    app,
    endpoints: [],
    rules: {},
    sessions: { find: async () => null, forgetUser: () => {} },
    checkAnswers: false,
    extras: [
      healthRoutes(app),
      metricsRoutes(app, { metrics: createMetrics('test') }),
      devRoutes(app, { signIns }),
      (fastify) =>
        void fastify.get('/raw/:id', async (request, reply) => {
          const body = { contentType: 'application/json', cacheControl: 'no-store' }
          sendFinished(request, reply, await finishBytes('{}', body))
        }),
    ],
  })
  closing.push(
    () => db.destroy(),
    () => fastify.close(),
  )
  return { fastify, db, get: (url: string, headers = {}) => fastify.inject({ url, headers }) }
}

const production = { mode: 'production' } as const

test('health says that it answers; readiness asks the database for its migrations', async () => {
  const { get, db } = await start()
  expect(await get('/healthz')).toMatchObject({ statusCode: 200, body: 'ok\n' })
  expect((await get('/readyz')).json()).toEqual({ ready: true })

  await sql`update schema_migrations set name = name || ' (later)' where name like 'migrations/0001%'`.execute(db)
  const behind = await start()
  const answer = await behind.get('/readyz')
  expect([answer.statusCode, answer.json()]).toEqual([503, { ready: false, problem: 'migrations' }])
  await sql`update schema_migrations set name = replace(name, ' (later)', '')`.execute(db)
})

test('a server without its database lives, and is not ready', async () => {
  const { get } = await start({}, 'postgres://unknown@127.0.0.1:1/nothing')
  expect((await get('/healthz')).statusCode).toBe(200)
  const answer = await get('/readyz')
  expect([answer.statusCode, answer.json()]).toEqual([503, { ready: false, problem: 'database' }])
  expect((await get('/metrics')).body).toContain('previa_database_up 0')
})

/** The figure of the first line that begins so; 0 without one. */
function valueIn(body: string, start: string): number {
  const line = body.split('\n').find((each) => each.startsWith(start))
  return Number(line?.split(' ').at(-1) ?? 0)
}

test('every count shows with all of its labels', async () => {
  const { get } = await start()
  for (const [name, labels] of Object.entries(countLabels))
    count(name as CountName, Object.fromEntries(labels.map((label) => [label, 'probe'])) as never)
  const { statusCode, body } = await get('/metrics')
  expect(statusCode).toBe(200)
  for (const [name, labels] of Object.entries(countLabels))
    expect(body).toContain(`previa_${name}_total{${labels.map((label) => `${label}="probe"`).join(',')}`)
})

test('metrics count requests by route, jobs, orders, pools and queues', async () => {
  const { get, db } = await start()
  // Orders are counted per process, whichever test made them.
  const soldOut = 'previa_orders_total{result="sold_out",process="test"}'
  const before = valueIn((await get('/metrics')).body, soldOut)
  count('orders', { result: 'accepted' }, 3)
  count('orders', { result: 'sold_out' })
  await sql`insert into pgboss.job (name, state) values ('refunds.notify', 'created')`.execute(db)
  await sql`insert into pgboss.job (name, source_name) values ('dead-letter', 'media.make-avif')`.execute(db)
  await sql`insert into clock_jobs (name, due_at) values ('refunds.sweep', app_now() - interval '90 seconds')`.execute(
    db,
  )
  await sql`insert into settlement_differences (company_id, collector_id, provider_payment_id, order_public_id, what, ledger_cents, provider_cents, closed_at)
    select gen_random_uuid(), '1', id, 'x', 'returned', 0, 1, closed
      from (values ('1', null), ('2', null), ('3', app_now())) d (id, closed)`.execute(db)
  await get('/raw/1')
  await get('/raw/2')
  await get('/nowhere/personal@data.example')
  const { body, headers } = await get('/metrics')
  expect(headers['content-type']).toContain('text/plain')
  const value = (start: string) => valueIn(body, start)
  expect(value('previa_http_request_seconds_count{route="/raw/:id",method="GET",status="2xx",process="test"}')).toBe(2)
  expect(value('previa_orders_total{result="accepted",process="test"}')).toBeGreaterThanOrEqual(3)
  expect(value(soldOut)).toBe(before + 1)
  expect(value('previa_queue_jobs{queue="refunds.notify",state="waiting"}')).toBe(1)
  expect(value('previa_queue_jobs{queue="media.make-avif",state="dead"}')).toBe(1)
  expect(value('previa_clock_job_overdue_seconds{job="refunds.sweep"}')).toBeGreaterThanOrEqual(90)
  expect(value('previa_settlement_differences{what="returned"}')).toBe(2)
  expect(body).toContain('previa_settlement_differences{what="charged"} 0')
  expect(value('previa_database_up')).toBe(1)
  expect(body).toMatch(/previa_pool_connections\{pool="operations-test",state="idle",process="test"\} [1-3]/)
  expect(body).toContain('nodejs_eventloop_lag_p99_seconds{process="test"}')
  expect(body).not.toContain('data.example')
})

test('threat 32: every cache is shown with what it holds and may hold', async () => {
  const { get } = await start()
  const { body } = await get('/metrics')
  for (const name of ['bytes', 'entries', 'bound_bytes']) {
    expect(body).toMatch(new RegExp(`previa_cache_${name}\\{cache="http.reads",process="test"\\} \\d`))
  }
})

test('production shows metrics to a bearer of the token, and to no caller when there is none', async () => {
  const closed = await start(production)
  expect((await closed.get('/metrics')).statusCode).toBe(404)
  const open = await start({ ...production, metricsToken: 'sixteen-characters' })
  expect((await open.get('/metrics')).statusCode).toBe(404)
  expect((await open.get('/metrics', { authorization: 'Bearer sixteen-charactert' })).statusCode).toBe(404)
  expect((await open.get('/metrics', { authorization: 'Bearer sixteen-characters' })).statusCode).toBe(200)
})

test('the figures of sibling processes join, each under its name', async () => {
  const { db, fastify } = await start()
  const sibling = createMetrics('worker')
  sibling.observeRequest('/api', 'GET', 200, 0.01)
  const app = {
    config: readConfig({ PREVIA_MASTER_KEY: Buffer.alloc(32).toString('base64') }),
    db,
    processCache: createProcessCache(createClock()),
  } as App
  const both = await createServer({
    app: { ...app, clock: createClock(), log: createLogger({ level: 'silent', pretty: false }) },
    endpoints: [],
    rules: {},
    sessions: { find: async () => null, forgetUser: () => {} },
    checkAnswers: false,
    extras: [
      metricsRoutes({ ...app, log: fastify.log } as unknown as App, {
        metrics: createMetrics('web-1'),
        siblings: async () => [await sibling.snapshot()],
      }),
    ],
  })
  const { body } = await both.inject('/metrics')
  await both.close()
  expect(body).toMatch(/previa_http_request_seconds_count\{.*process="worker"\} 1/)
  expect(body).toMatch(/process_cpu_seconds_total\{process="web-1"\}/)
  expect(body).toMatch(/process_cpu_seconds_total\{process="worker"\}/)
  expect(body.match(/^# TYPE process_cpu_seconds_total/gm)).toHaveLength(1)
})

test('production has none of the demo tools', async () => {
  const { get } = await start({ ...production, simulators: { 'mercado-pago': 'http://127.0.0.1:9' } })
  for (const url of [
    '/dev/inbox',
    '/dev/inbox/1',
    '/dev/inbox/1/html',
    '/dev/inbox/1/files/0',
    '/dev/sign-ins',
    '/simulador/mercado-pago/',
  ]) {
    const answer = await get(url)
    expect([url, answer.statusCode, answer.json().code]).toEqual([url, 404, 'not_found'])
  }
})

test('only accounts that exist are offered', async () => {
  const { get, db } = await start()
  expect((await get('/dev/sign-ins')).json()).toEqual([])
  await sql`insert into users (id, name, phone) values (uuidv7(), 'Abril', '+5491155550101')`.execute(db)
  expect((await get('/dev/sign-ins')).json()).toEqual([signIns[0]])
})

test('the inbox lists, filters and pages; a message shows its text, its links and its files', async () => {
  const { get, db } = await start()
  const attachments = [
    { filename: 'entrada ñandú.pdf', contentType: 'application/pdf', base64: Buffer.from('%PDF').toString('base64') },
    { filename: 'qr.png', contentType: 'image/png', base64: Buffer.from('png').toString('base64'), contentId: 'qr-1' },
  ]
  await sql`insert into dev_inbox (channel, recipient, subject, html, body, attachments)
    select 'mail', 'persona' || n || '@correo.example', 'Aviso ' || n, null, 'Hola', '[]' from generate_series(1, 30) n`.execute(
    db,
  )
  await sql`insert into dev_inbox (channel, recipient, subject, html, body, attachments)
    values ('mail', 'camila@correo.example', 'Tus <entradas>', '<p><img src="cid:qr-1"></p>',
      'Mirá http://localhost:3000/entrada/abc y listo', ${JSON.stringify(attachments)}::jsonb)`.execute(db)

  const first = await get('/dev/inbox')
  expect(first.headers['content-security-policy']).toContain("default-src 'none'")
  expect(first.body).toContain('Tus &lt;entradas&gt;')
  expect(first.body).toContain('31 mensajes')
  expect(first.body).not.toContain('Aviso 6<')
  expect((await get('/dev/inbox?page=2')).body).toContain('Aviso 6<')
  const filtered = await get('/dev/inbox?to=CAMILA%40')
  expect(filtered.body).toContain('1 mensaje<')
  expect((await get('/dev/inbox?to=%25%25')).body).toContain('Nada para ese destinatario')

  const id = /\/dev\/inbox\/(\d+)"/.exec(filtered.body)?.[1]
  const message = await get(`/dev/inbox/${id}`)
  expect(message.body).toContain('href="http://localhost:3000/entrada/abc"')
  expect(message.body).not.toContain('<script')
  const asSent = await get(`/dev/inbox/${id}/html`)
  expect(asSent.body).toContain(`src="/dev/inbox/${id}/files/1"`)
  expect(asSent.headers['content-security-policy']).toMatch(/^sandbox/)
  const file = await get(`/dev/inbox/${id}/files/0`)
  expect(file.headers['content-disposition']).toBe("attachment; filename*=UTF-8''entrada%20%C3%B1and%C3%BA.pdf")
  expect(file.body).toBe('%PDF')
  for (const url of ['/dev/inbox/999999', '/dev/inbox/abc', `/dev/inbox/${id}/files/7`])
    expect((await get(url)).statusCode).toBe(404)
})

test('a simulator is reached through the product, with bodies, headers and redirects as they are', async () => {
  const seen: { method: string | undefined; url: string | undefined; type: string | undefined; body: string }[] = []
  const simulator = createHttpServer((request, response) => void play(request, response))
  async function play(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    seen.push({ method: request.method, url: request.url, type: request.headers['content-type'], body })
    if (request.url === '/cut') return void request.socket.destroy()
    if (request.url?.startsWith('/go'))
      return void response.writeHead(302, { location: `${address}/pagado?ok=1` }).end()
    response.writeHead(201, { 'content-type': 'text/html', 'x-vendor': 'yes' }).end('<p>hecho</p>')
  }
  await new Promise<void>((resolve) => simulator.listen(0, '127.0.0.1', resolve))
  closing.push(async () => simulator.close())
  const address = `http://127.0.0.1:${(simulator.address() as AddressInfo).port}`
  const { fastify } = await start({ simulators: { 'mercado-pago': address } })
  const base = await fastify.listen({ port: 0, host: '127.0.0.1' })
  const call = (path: string, init: RequestInit = {}) =>
    fetch(`${base}/simulador/mercado-pago${path}`, { redirect: 'manual', ...init })

  const answer = await call('/checkout/pagar?x=a%2Fb', {
    method: 'POST',
    body: 'tarjeta=1&nombre=%C3%91',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect([answer.status, answer.headers.get('x-vendor'), await answer.text()]).toEqual([201, 'yes', '<p>hecho</p>'])
  expect(seen).toEqual([
    {
      method: 'POST',
      url: '/checkout/pagar?x=a%2Fb',
      type: 'application/x-www-form-urlencoded',
      body: 'tarjeta=1&nombre=%C3%91',
    },
  ])
  // The address that the start prints.
  expect((await call('/')).status).toBe(201)
  expect(seen.at(-1)).toMatchObject({ method: 'GET', url: '/' })
  const redirect = await call('/go')
  expect([redirect.status, redirect.headers.get('location')]).toEqual([302, '/simulador/mercado-pago/pagado?ok=1'])
  expect((await call('/cut')).status).toBe(502)
  expect((await fetch(`${base}/simulador/otro/x`)).status).toBe(404)
})
