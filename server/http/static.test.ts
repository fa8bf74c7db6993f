/** Files of the built web, and pictures. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { profileImage } from '#contract/api/files.ts'
import { saveImage } from '#server/modules/media/save-image.ts'
import { createTestApp, type TestApp } from '#server/testing/app.ts'
import { BUILT_INDEX } from '#server/testing/built-files.ts'
import { createBuiltWeb, serveBuiltWeb, type BuiltWeb } from '#server/testing/built-web.ts'

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

test('a file that the build has compressed is sent as it is, and not under its own name', async () => {
  await writeFile(join(web.folder, 'assets/pressed-AAAA2222.js'), 'x'.repeat(2000))
  await writeFile(join(web.folder, 'assets/pressed-AAAA2222.js.br'), brotliCompressSync('pressed before'))
  const again = await serveBuiltWeb(server, web.folder)
  const file = { url: '/assets/pressed-AAAA2222.js', headers: { 'accept-encoding': 'br' } }
  const { headers, rawPayload } = await again.inject(file)
  expect(headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(rawPayload).toString()).toBe('pressed before')
  expect((await again.inject({ url: file.url })).body).toBe('x'.repeat(2000))
  expect((await again.inject({ url: `${file.url}.br` })).statusCode).toBe(404)
  await again.close()
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
  expect((await get('/index.html')).body).toBe(BUILT_INDEX)
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
  const { statusCode, body, headers } = await web.fastify.inject({ method: 'HEAD', url: '/' })
  expect([statusCode, body]).toEqual([200, ''])
  expect(headers['content-security-policy']).toContain('frame-ancestors')
})

test('a picture is served for ever under its hash, its AVIF as WebP until it is made', async () => {
  const bytes = await sharp({ create: { width: 200, height: 100, channels: 3, background: '#456' } })
    .jpeg()
    .toBuffer()
  const { id } = await saveImage(server.app, { bytes, filename: 'x.jpg' }, profileImage)
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

test('without a built web a page says so, and the API goes on', async () => {
  const bare = await serveBuiltWeb(server, join(web.folder, 'none'))
  const page = await bare.inject('/')
  expect([page.statusCode, page.body]).toEqual([503, 'La web todavía no está construida.\n'])
  expect((await bare.inject('/api/v1/event/home')).statusCode).toBe(200)
  await bare.close()
})
