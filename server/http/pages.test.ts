/** Pages as a visitor, a search engine and an attacker get them. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { brand } from '#contract/platform/brand.ts'
import { joinLinkTokens } from '#contract/sales/ticket-links.ts'
import { profileImage } from '#contract/api/files.ts'
import { paths } from '#contract/api/paths.ts'
import { getEventPage, getTicketTypes } from '#contract/events/events.ts'
import { places } from '#contract/platform/places.ts'
import { pages as accountPages } from '#server/modules/accounts/page.ts'
import { pages as checkoutPages } from '#server/modules/checkout/page.ts'
import { pages as companyPages } from '#server/modules/companies/page.ts'
import { pages as eventPages } from '#server/modules/events/page.ts'
import { pages as supportPages } from '#server/modules/support/page.ts'
import { saveImage } from '#server/modules/media/save-image.ts'
import { screens } from '#server/pages/plain-pages.ts'
import { createTestApp, type TestApp } from '#server/testing/app.ts'
import { createBuiltWeb, type BuiltWeb } from '#server/testing/built-web.ts'

const pagesOfModules = [...accountPages, ...checkoutPages, ...companyPages, ...eventPages, ...supportPages]
const HOSTILE = `</title></script><script>alert('x')</script><img src=x onerror=alert(1)>"'&\u2028--><!--`

let server: TestApp
let web: BuiltWeb
beforeAll(async () => {
  server = await createTestApp()
  web = await createBuiltWeb(server)
})
afterAll(async () => {
  await web.close()
  await server.close()
})

const get = (url: string, headers: Record<string, string> = {}) => web.fastify.inject({ url, headers })
const PRELOAD = '<script type="application/json" id="preload">'
const dataOf = <Data = never>(page: string, opening: string) => {
  const start = page.indexOf(opening) + opening.length
  return JSON.parse(page.slice(start, page.indexOf('</script>', start))) as Data
}

test('an event’s page carries its title, picture, structured data, first reads and chunks', async () => {
  const company = await server.given.company({ name: 'Sala Norte' })
  const event = await server.given.event({ company, name: 'Fiesta Lunar', minimumAge: 18 })
  await server.given.ticketType({ event, priceCents: 1_800_000 })
  const bytes = await sharp({ create: { width: 1000, height: 1250, channels: 3, background: '#123' } })
    .png()
    .toBuffer()
  const flyer = await saveImage(server.app, { bytes, filename: 'x.png' }, profileImage)
  await server.app.db.updateTable('events').set({ flyer_id: flyer.id }).where('id', '=', event.id).execute()
  const { statusCode, body, headers } = await get(paths.event(event.id))
  expect(statusCode).toBe(200)
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    'content-security-policy':
      "default-src 'self'; connect-src 'self'; form-action 'self'; img-src 'self' data: blob:; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    'x-frame-options': 'DENY',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
  })
  const origin = server.app.config.publicUrl
  expect(body).toContain('<title>Fiesta Lunar · Previa</title>')
  expect(body).toContain(`<link rel="canonical" href="${origin}/evento/${event.id}" />`)
  expect(body).toContain(`<meta property="og:image" content="${origin}/media/${flyer.id}-960.jpg" />`)
  expect(body).toContain('<meta property="og:image:height" content="1200" />')
  expect(body).toContain('Entradas desde $19.800.')
  expect(body).toMatch(
    /<link\s+rel="preload"\s+as="image"\s+type="image\/avif"\s+imagesrcset="\/media\/[0-9a-f]{64}-320\.avif 320w/,
  )
  // What the page shows before any script comes before the scripts.
  expect(body).toContain(
    '<link rel="modulepreload" fetchpriority="low" crossorigin href="/assets/EventScreen-EEEE5555.js" />',
  )
  expect(body).toContain('<script type="module" fetchpriority="low" src="/assets/main-AAAA1111.js">')
  // What every page loads is most of it, and begins first.
  expect(body.indexOf('/assets/main-AAAA1111.js')).toBeLessThan(body.indexOf('/assets/EventScreen-EEEE5555.js'))
  expect(body).toContain('<link rel="preload" as="style" href="/assets/card-DDDD4444.css" />')
  // A part that screens share runs when it is there; the screen waits to be asked.
  expect(body).toContain(
    '<script type="module" fetchpriority="low" async crossorigin src="/assets/card-CCCC3333.js"></script>',
  )
  expect(body).not.toContain('shared-BBBB2222.js"')
  // The checkout comes when the page has what it needs.
  expect(body).toContain('<link rel="prefetch" as="script" crossorigin href="/assets/BuyTicketScreen-GGGG7777.js" />')
  expect(body.split('card-CCCC3333.js')).toHaveLength(2)
  // Nor does it wait for its styles.
  expect(body).toContain('<style>.splash{display:grid}</style>')
  expect(body).toContain('href="/assets/main-AAAA1111.css" media="not all" disabled>')
  expect(dataOf(body, '<script type="application/ld+json">')).toMatchObject({
    '@type': 'Event',
    name: 'Fiesta Lunar',
    eventStatus: 'https://schema.org/EventScheduled',
    typicalAgeRange: '18-',
    location: { name: 'Salón Paraná', address: { addressLocality: 'Rosario', addressCountry: 'AR' } },
    organizer: { name: 'Sala Norte' },
    offers: [{ price: 19_800, priceCurrency: 'ARS', availability: 'https://schema.org/InStock' }],
  })
  expect(dataOf(body, '<script type="application/json" id="preload">')).toMatchObject([
    { key: ['/api/v1/event/single-page/{id}', { params: { id: event.id } }], data: { name: 'Fiesta Lunar' } },
    { key: ['/api/v1/ticket/types', { query: { eventId: event.id } }], data: { ticketTypes: [{ price: 18_000 }] } },
  ])
  expect((await get(paths.event(event.number))).body).toContain(`href="${origin}/evento/${event.id}"`)
})

test('a plain screen that people come to from outside brings its chunk along, before anything else is shown', async () => {
  const { body } = await get(paths.register())
  expect(body).toContain('<link rel="modulepreload" crossorigin href="/assets/RegisterScreen-FFFF6666.js" />')
  expect(body).toContain('href="/assets/main-AAAA1111.css">')
})

test('every screen is answered with its title, and what is no screen with a 404 that shows the way on', async () => {
  const shape = (path: string) => path.replaceAll(/:\w+/g, ':')
  const written = pagesOfModules.map(({ path }) => shape(path))
  for (const { path, title, file } of screens) {
    if (file !== undefined) expect(existsSync(join('web', file)), file).toBe(true)
    if (written.includes(shape(path))) continue // its module says more
    const { statusCode, body } = await get(path.replaceAll(/:\w+/g, 'x'))
    expect(statusCode, path).toBe(200)
    expect(body, path).toContain(`<title>${title} · ${brand.name}</title>`)
  }
  for (const path of ['/nada', '/organizador', '/organizador/eventos/x/y/z', '/evento']) {
    expect((await get(path)).statusCode, path).toBe(404)
  }
})

test('the checkout’s page carries what it reads first and both halves of its code', async () => {
  const event = await server.given.event({ name: 'Fiesta Lunar' })
  await server.given.ticketType({ event, priceCents: 1_800_000 })
  const { statusCode, body, headers } = await get(paths.buyTicket(event.id))
  expect(statusCode).toBe(200)
  expect(headers['cache-control']).toBe('no-cache')
  const [page, types] = dataOf<{ key: unknown[]; data: Record<string, unknown> }[]>(body, PRELOAD)
  expect(page).toMatchObject({ key: [getEventPage.path, { params: { id: event.id } }], data: { name: 'Fiesta Lunar' } })
  expect(types).toMatchObject({ key: [getTicketTypes.path, { query: { eventId: event.id } }] })
  // Without an event it is a page too; of a private event it is a 404.
  expect((await get(places.checkout.path)).statusCode).toBe(200)
  const hidden = await server.given.event({ isPrivate: true })
  expect((await get(paths.buyTicket(hidden.id))).statusCode).toBe(404)
})

test('the list’s page has its first events, and none where its address asks for others', async () => {
  const event = await server.given.event({ name: 'Fiesta de la lista' })
  await server.given.ticketType({ event })
  const { body } = await get(paths.events())
  expect(body).toContain('Fiesta de la lista</h3>')
  expect(body).toContain(PRELOAD)
  for (const asked of ['buscar=lista', 'ciudad=Rosario', 'desde=2026-01-01', 'gratis=si', 'orden=precio', 'pagina=2']) {
    const filtered = (await get(`${paths.events()}?${asked}`)).body
    expect(filtered, asked).not.toContain('</h3>')
    expect(filtered, asked).not.toContain(PRELOAD)
    expect(filtered, asked).not.toContain('rel="canonical"')
  }
  expect((await get(`${paths.events()}?utm_source=redes`)).body).toContain('rel="canonical"')
})

test('no text of an event or company can leave its place in the page', async () => {
  const company = await server.given.company({ name: HOSTILE })
  const event = await server.given.event({ company, name: HOSTILE, city: HOSTILE })
  await server.given.ticketType({ event, name: HOSTILE })
  await server.app.db.updateTable('events').set({ description: HOSTILE }).where('id', '=', event.id).execute()
  for (const url of [
    paths.event(event.id),
    paths.buyTicket(event.id),
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
    expect(body, url).not.toContain('<img src=x')
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
  expect(body).toContain('<span class="text-celeste">previa</span>.')
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
    if (['media', 'pay', 'event', 'company', 'buyTicket'].includes(name)) return []
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
    const { statusCode, body } = await web.fastify.inject({ method, url })
    expect(statusCode, url).toBe(404)
    expect(JSON.parse(body), url).toEqual({ code: 'not_found', message: 'No encontramos lo que buscás' })
  }
})

test.each([1, 20])('an address with a secret reaches no other site: a link of %i tickets', async (many) => {
  const tokens = Array.from({ length: many }, (_, place) => `un-secreto${String(place).padStart(33, '0')}`)
  const { statusCode, headers, body } = await get(`/entrada/${joinLinkTokens(tokens)}`)
  expect(statusCode).toBe(200)
  expect(headers['referrer-policy']).toBe('no-referrer')
  expect(body).toContain('noindex')
  expect(body).not.toContain('un-secreto')
})

test.each(['/reset-password%23token=', '/activate-account%2523token=', '/login/success%23code=', '/cambio/x%23token='])(
  'a link that a mail gateway rewrote to %s opens its screen and is not repeated',
  async (address) => {
    const { statusCode, headers, body } = await get(`${address}un-secreto`)
    expect(statusCode).toBe(200)
    expect(headers['referrer-policy']).toBe('no-referrer')
    expect(body).not.toContain('un-secreto')
  },
)

test('robots and sitemap name what is public', async () => {
  const origin = server.app.config.publicUrl
  const robots = (await get('/robots.txt')).body
  const hidden = robots.split('\n').flatMap((line) => /^Disallow: (.*)$/.exec(line)?.[1] ?? [])
  expect(hidden).toEqual(expect.arrayContaining(['/api/', '/pagar/', '/entrada/', '/organizador/', '/perfil']))
  for (const path of ['/', '/eventos', '/evento/7', '/organizacion/x', '/login', '/terms', '/privacy-policy'])
    expect(hidden.filter((begin) => path.startsWith(begin))).toEqual([])
  expect(robots).toContain(`Sitemap: ${origin}/sitemap.xml`)
  const { body, headers } = await get('/sitemap.xml')
  expect(headers['content-type']).toBe('application/xml; charset=utf-8')
  expect(body).toMatch(/^<\?xml/)
  expect(body).toContain(`<loc>${origin}/eventos</loc>`)
  expect(body).toMatch(/<loc>[^<]*\/organizacion\/[a-z0-9-]+<\/loc>/)
})

test('under maintenance every page says so with a 503, files, the API and health checks answer as ever', async () => {
  const closed = { ...server, app: { ...server.app, config: { ...server.app.config, isUnderMaintenance: true } } }
  const { fastify, close } = await createBuiltWeb(closed)
  for (const url of [paths.home(), paths.event('1'), '/nada']) {
    const page = await fastify.inject({ url })
    expect([page.statusCode, page.headers['retry-after'], page.headers['cache-control']]).toEqual([
      503,
      '600',
      'no-store',
    ])
    expect(page.body).toContain('<meta name="maintenance" content="on" />')
    expect(page.body).toContain('<title>Volvemos en un rato · Previa</title>')
    expect(page.body).not.toContain('canonical')
  }
  expect((await fastify.inject({ url: '/assets/main-AAAA1111.js' })).statusCode).toBe(200)
  expect((await fastify.inject({ url: '/api/v1/event/preview' })).statusCode).toBe(200)
  await close()
})
