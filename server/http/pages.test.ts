/** Pages as a visitor, a search engine and an attacker get them. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { profileImage } from '#contract/files.ts'
import { paths } from '#contract/paths.ts'
import { endpoints, rules } from '#server/app.ts'
import { pages as companyPages } from '#server/modules/companies/page.ts'
import { listCompanyPages } from '#server/modules/companies/queries.ts'
import { listEventPages, pages as eventPages } from '#server/modules/events/page.ts'
import { openImageFile } from '#server/modules/media/queries.ts'
import { storeImage } from '#server/modules/media/store-image.ts'
import { createTestApp, type TestApp } from '#server/testing/app.ts'
import { pageHeaders } from './headers.ts'
import { pageRoutes } from './pages.ts'
import { createServer } from './server.ts'
import { sitemapRoutes } from './sitemap.ts'
import { loadStaticFiles, mediaRoutes } from './static.ts'

const INDEX = `<!doctype html><html lang="es-AR"><head><meta charset="utf-8" /><!--head--><title>Previa</title><!--/head-->
<script type="module" src="/assets/main-AAAA1111.js"></script></head>
<body><div id="root"><!--screen--><p class="splash">Cargando...</p><!--/screen--></div><!--preload--></body></html>`
const MANIFEST = {
  'index.html': { file: 'assets/main-AAAA1111.js', isEntry: true, imports: ['_shared'] },
  _shared: { file: 'assets/shared-BBBB2222.js' },
  _card: { file: 'assets/card-CCCC3333.js', css: ['assets/card-DDDD4444.css'] },
  'areas/public/EventScreen.tsx': { file: 'assets/EventScreen-EEEE5555.js', imports: ['_shared', '_card'] },
}
const HOSTILE = `</title></script><script>alert('x')</script><img src=x onerror=alert(1)>"'&\u2028--><!--`

let server: TestApp
let web: FastifyInstance
let folder: string
beforeAll(async () => {
  server = await createTestApp()
  folder = await mkdtemp(join(tmpdir(), 'previa-web-'))
  await mkdir(join(folder, 'assets'))
  await mkdir(join(folder, '.vite'))
  await writeFile(join(folder, 'index.html'), INDEX)
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(MANIFEST))
  await writeFile(join(folder, '.vite', 'deps.json'), '{}')
  await writeFile(join(folder, 'assets', 'main-AAAA1111.js'), `console.debug(${JSON.stringify('a'.repeat(3000))})`)
  await writeFile(join(folder, 'assets', 'main-AAAA1111.js.map'), '{"sources":["secret.ts"]}')
  await writeFile(join(folder, 'sw.js'), 'self.skipWaiting()')
  await writeFile(join(folder, 'manifest.webmanifest'), '{"name":"Previa"}')
  web = await createWeb()
})
afterAll(async () => {
  await web.close()
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

async function createWeb(from = folder): Promise<FastifyInstance> {
  const { app } = server
  return createServer({
    app,
    endpoints,
    rules,
    sessions: { find: async () => null, forgetUser: () => {} },
    checkAnswers: true,
    extras: [
      mediaRoutes((file) => openImageFile(app, file)),
      sitemapRoutes({ app, entries: [listEventPages, listCompanyPages] }),
      pageRoutes({
        app,
        files: await loadStaticFiles(from, pageHeaders(app.config)),
        pages: [...eventPages, ...companyPages],
      }),
    ],
  })
}
const get = (url: string, headers: Record<string, string> = {}) => web.inject({ url, headers })
const dataOf = (page: string, opening: string) => {
  const start = page.indexOf(opening) + opening.length
  return JSON.parse(page.slice(start, page.indexOf('</script>', start))) as never
}

test('an event’s page carries its title, picture, structured data, first reads and chunks', async () => {
  const company = await server.given.company({ name: 'Sala Norte' })
  const event = await server.given.event({ company, name: 'Fiesta Lunar', minimumAge: 18 })
  await server.given.ticketType({ event, priceCents: 1_800_000 })
  const bytes = await sharp({ create: { width: 1000, height: 1250, channels: 3, background: '#123' } })
    .png()
    .toBuffer()
  const flyer = await storeImage(server.app, { bytes, filename: 'x.png' }, profileImage)
  await server.app.db.updateTable('events').set({ flyer_id: flyer.id }).where('id', '=', event.id).execute()
  const { statusCode, body, headers } = await get(paths.event(event.id))
  expect(statusCode).toBe(200)
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    'content-security-policy':
      "script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    'x-frame-options': 'DENY',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
  })
  const origin = server.app.config.publicUrl
  expect(body).toContain('<title>Fiesta Lunar · Previa</title>')
  expect(body).toContain(`<link rel="canonical" href="${origin}/evento/${event.id}" />`)
  expect(body).toContain(`<meta property="og:image" content="${origin}/media/${flyer.id}-960.jpg" />`)
  expect(body).toContain('<meta property="og:image:height" content="1200" />')
  expect(body).toContain('Entradas desde $18.000.')
  expect(body).toMatch(
    /<link rel="preload" as="image" type="image\/avif" imagesrcset="\/media\/[0-9a-f]{64}-320\.avif 320w/,
  )
  expect(body).toContain('<link rel="modulepreload" crossorigin href="/assets/EventScreen-EEEE5555.js" />')
  expect(body).toContain('<link rel="preload" as="style" href="/assets/card-DDDD4444.css" />')
  expect(body).not.toContain('shared-BBBB2222.js"')
  expect(dataOf(body, '<script type="application/ld+json">')).toMatchObject({
    '@type': 'Event',
    name: 'Fiesta Lunar',
    eventStatus: 'https://schema.org/EventScheduled',
    typicalAgeRange: '18-',
    location: { name: 'Salón Paraná', address: { addressLocality: 'Rosario', addressCountry: 'AR' } },
    organizer: { name: 'Sala Norte' },
    offers: [{ price: 18_000, priceCurrency: 'ARS', availability: 'https://schema.org/InStock' }],
  })
  expect(dataOf(body, '<script type="application/json" id="preload">')).toMatchObject([
    { key: ['/api/v1/event/single-page/{id}', { params: { id: event.id } }], data: { name: 'Fiesta Lunar' } },
    { key: ['/api/v1/ticket/types', { query: { eventId: event.id } }], data: { ticketTypes: [{ price: 18_000 }] } },
  ])
  expect((await get(paths.event(event.number))).body).toContain(`href="${origin}/evento/${event.id}"`)
})

test('no text of an event or company can leave its place in the page', async () => {
  const company = await server.given.company({ name: HOSTILE })
  const event = await server.given.event({ company, name: HOSTILE, city: HOSTILE })
  await server.given.ticketType({ event, name: HOSTILE })
  await server.app.db.updateTable('events').set({ description: HOSTILE }).where('id', '=', event.id).execute()
  for (const url of [
    paths.event(event.id),
    paths.company(company.slug),
    `/eventos?buscar=${encodeURIComponent(HOSTILE)}`,
    '/',
  ]) {
    const { body, statusCode } = await get(url)
    expect(statusCode, url).toBe(200)
    // As many elements as the page of a harmless name has.
    expect(body.match(/<script/g)?.length, url).toBe(
      (body.match(/<script type="(module|application\/json|application\/ld\+json)"/g) ?? []).length,
    )
    expect(body, url).not.toContain('<img')
    expect(body.match(/<\/title>/g), url).toHaveLength(1)
  }
  expect(dataOf((await get(paths.event(event.id))).body, '<script type="application/ld+json">')).toMatchObject({
    name: HOSTILE,
  })
})

test('a private event and one that does not exist have the same page, and stand nowhere', async () => {
  const company = await server.given.company({ name: 'Con secretos' })
  const secret = await server.given.event({ company, name: 'Canario Escondido', isPrivate: true, city: 'Canario' })
  await server.given.event({ company, name: 'A la vista' })
  const page = await get(paths.event(secret.id))
  const unknown = await get(paths.event('019a9d3e-0000-7000-8000-000000000000'))
  expect(page.statusCode).toBe(404)
  expect(page.body).toBe(unknown.body)
  expect(page.body).toContain('<meta name="robots" content="noindex" />')
  const surfaces = [
    '/',
    '/eventos',
    '/eventos?buscar=canario',
    paths.company(company.slug),
    paths.event(secret.number),
    '/sitemap.xml',
  ]
  for (const url of surfaces) {
    const { body } = await get(url)
    expect(body, url).not.toContain('Canario Escondido')
    expect(body, url).not.toContain(secret.id)
  }
})

test('the landing shows its words before any script', async () => {
  const { body } = await get('/')
  expect(body).toContain('La noche empieza en la <span class="text-celeste">previa</span>.')
  expect(body).not.toContain('Cargando...')
  expect(body).toContain('"key":["/api/v1/event/home",{"query":{"year":')
})

test('every address of the contract opens a page, others answer 404 with the shell', async () => {
  const values = {
    event: paths.event(':id'),
    company: paths.company(':slug'),
    ticketLink: paths.ticketLink('secreto'),
    editEvent: paths.editEvent('x'),
  }
  const known = Object.entries(paths).flatMap(([name, path]) => {
    if (name === 'media' || name === 'pay' || name === 'event' || name === 'company') return []
    if (name in values) return [values[name as keyof typeof values]]
    return [(path as (...rest: unknown[]) => string)('success', {})]
  })
  for (const url of known) {
    const { statusCode, body } = await get(url)
    expect(statusCode, url).toBe(200)
    expect(body, url).toContain('<div id="root">')
  }
  for (const url of ['/nada', '/evento', '/evento/1/2/3', '/organizador', '/evento/%20', '/organizacion/ninguna']) {
    const { statusCode, body } = await get(url)
    expect(statusCode, url).toBe(404)
    expect(body, url).toContain('<div id="root">')
    expect(body, url).toContain('noindex')
  }
})

test('what is no page answers in JSON', async () => {
  const addresses = [
    ['GET', '/api/nada'],
    ['GET', '/api'],
    ['POST', '/api/v1/nada'],
    ['POST', '/nada'],
    ['GET', '/%E0%A4%A'],
  ] as const
  for (const [method, url] of addresses) {
    const { statusCode, body } = await web.inject({ method, url })
    expect(statusCode, url).toBe(404)
    expect(JSON.parse(body), url).toEqual({ code: 'not_found', message: 'No encontramos lo que buscás' })
  }
})

test('an address with a secret reaches no other site', async () => {
  const { headers, body } = await get('/entrada/un-secreto')
  expect(headers['referrer-policy']).toBe('no-referrer')
  expect(body).toContain('noindex')
  expect(body).not.toContain('un-secreto')
})

test('built files: hashed ones for ever, the rest asked each time, nothing else', async () => {
  const main = await get('/assets/main-AAAA1111.js', { 'accept-encoding': 'br' })
  expect(main.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'text/javascript; charset=utf-8',
    'content-encoding': 'br',
  })
  expect(brotliDecompressSync(main.rawPayload).toString()).toContain('console.debug')
  for (const url of ['/sw.js', '/index.html', '/manifest.webmanifest']) {
    expect((await get(url)).headers['cache-control'], url).toBe('no-cache')
  }
  expect((await get('/index.html')).body).toBe(INDEX)
  expect((await get('/index.html')).headers['content-security-policy']).toContain('script-src')
  const again = await get('/sw.js', { 'if-none-match': String((await get('/sw.js')).headers['etag']) })
  expect(again.statusCode).toBe(304)
  const hidden = [
    '/manifest.json',
    '/.vite/deps.json',
    '/assets/main-AAAA1111.js.map',
    '/assets/../../etc/passwd',
    '/assets/%2e%2e/%2e%2e/etc/passwd',
    '/..%2f..%2fetc%2fpasswd',
    '/assets/main-AAAA1111.js%00',
    '//etc/passwd',
  ]
  for (const url of hidden) {
    const { statusCode, body } = await get(url)
    expect(statusCode, url).toBe(404)
    expect(body, url).not.toMatch(/root:|sources|isEntry/)
  }
})

test('HEAD answers as GET without a body', async () => {
  const { statusCode, body, headers } = await web.inject({ method: 'HEAD', url: '/' })
  expect([statusCode, body]).toEqual([200, ''])
  expect(headers['content-security-policy']).toContain('frame-ancestors')
})

test('a picture is served for ever under its hash, its AVIF as WebP until it is made', async () => {
  const bytes = await sharp({ create: { width: 200, height: 100, channels: 3, background: '#456' } })
    .jpeg()
    .toBuffer()
  const { id } = await storeImage(server.app, { bytes, filename: 'x.jpg' }, profileImage)
  const webp = await get(`/media/${id}-1280.webp`)
  expect(webp.headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  })
  expect(await sharp(webp.rawPayload).metadata()).toMatchObject({ width: 200, height: 100 })
  expect(webp.rawPayload.equals(bytes)).toBe(false)
  const early = await get(`/media/${id}-320.avif`)
  expect(early.headers).toMatchObject({ 'content-type': 'image/webp', 'cache-control': 'public, max-age=300' })
  await server.drain()
  const late = await get(`/media/${id}-320.avif`)
  expect(late.headers).toMatchObject({
    'content-type': 'image/avif',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  const etag = String(webp.headers['etag'])
  expect((await get(`/media/${id}-1280.webp`, { 'if-none-match': etag })).statusCode).toBe(304)
  for (const name of [
    `${id}-333.webp`,
    `${id}-320.gif`,
    `${id}-master.webp`,
    '..%2f..%2fmaster-key',
    `${'0'.repeat(64)}-320.webp`,
    `${'0'.repeat(64)}-320.avif`,
  ]) {
    expect((await get(`/media/${name}`)).statusCode, name).toBe(404)
  }
})

test('robots and sitemap name what is public', async () => {
  const origin = server.app.config.publicUrl
  const robots = (await get('/robots.txt')).body
  expect(robots).toContain('Disallow: /api/')
  expect(robots).toContain(`Sitemap: ${origin}/sitemap.xml`)
  const { body, headers } = await get('/sitemap.xml')
  expect(headers['content-type']).toBe('application/xml; charset=utf-8')
  expect(body).toMatch(/^<\?xml/)
  expect(body).toContain(`<loc>${origin}/eventos</loc>`)
  expect(body).toMatch(/<loc>[^<]*\/organizacion\/[a-z0-9-]+<\/loc>/)
})

test('without a built web a page says so, and the API goes on', async () => {
  const bare = await createWeb(join(folder, 'none'))
  const page = await bare.inject('/')
  expect([page.statusCode, page.body]).toEqual([503, 'La web todavía no está construida.\n'])
  expect((await bare.inject('/api/v1/event/home')).statusCode).toBe(200)
  await bare.close()
})
