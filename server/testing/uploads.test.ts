/**
 * Files that are not what they say, at every endpoint that takes one (threat 20): none is a defect of ours, none is served
 * as it came, nothing that was hidden in one is kept, and none takes long or much.
 */
import { connect, type AddressInfo } from 'node:net'
import { deflateSync, crc32 } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EndpointSpec } from '#contract/api/endpoint.ts'
import { mediaPath } from '#contract/api/files.ts'
import { endpoints } from '#server/app.ts'
import { createTestApp, type TestApp } from './app.ts'
import { injection, nameOf, requestFor } from './requests.ts'
import { givenActor, givenTenant, type Tenant } from './tenant.ts'
import { computedMilliseconds } from './timing.ts'

const MEGABYTE = 1024 * 1024
/** In every file that hides something; no stored picture may have it. */
const HIDDEN = '<script>alert(document.domain)</script><?php system($_GET[0]); ?>'
const MOST_MS = 8000
const MOST_MEMORY = 400 * MEGABYTE

let server: TestApp
let own: Tenant
let corpus: ReadonlyMap<string, Buffer>
beforeAll(async () => {
  server = await createTestApp()
  own = await givenTenant(server)
  corpus = await makeCorpus()
})
afterAll(() => server.close())

const pngHead = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

function chunk(name: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(name), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

function pngOf(width: number, height: number, data: Uint8Array, ...more: Buffer[]): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  const parts = [chunk('IHDR', header), ...more, chunk('IDAT', deflateSync(data)), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([pngHead, ...parts])
}

/** Two frames after the first: what makes a PNG move. */
function animatedPng(): Buffer {
  const control = Buffer.alloc(8)
  control.writeUInt32BE(2)
  const frame = Buffer.alloc(26)
  frame.writeUInt32BE(4, 4)
  frame.writeUInt32BE(4, 8)
  return pngOf(4, 4, Buffer.alloc(20), chunk('acTL', control), chunk('fcTL', frame))
}

async function makeCorpus(): Promise<Map<string, Buffer>> {
  const create = { width: 64, height: 48, channels: 3, background: '#cc3355' } as const
  const noise = { ...create, noise: { type: 'gaussian', mean: 128, sigma: 60 } } as const
  const jpeg = await sharp({ create: noise }).jpeg().toBuffer()
  const png = await sharp({ create: noise }).png().toBuffer()
  const webp = await sharp({ create: noise }).webp().toBuffer()
  const frames = [await sharp({ create }).png().toBuffer(), png]
  const moving = (format: 'webp' | 'gif') =>
    sharp(frames, { join: { animated: true } })
      [format]()
      .toBuffer()
  const located = await sharp({ create: noise })
    .withExif({ IFD0: { Copyright: HIDDEN }, IFD3: { GPSLatitude: '34/1 36/1 13/1', GPSLongitude: '58/1 22/1 54/1' } })
    .withXmp(`<?xpacket?><x:xmpmeta xmlns:x="adobe:ns:meta/">${HIDDEN.replaceAll(/[<>?&$]/g, ' ')}</x:xmpmeta>`)
    .jpeg()
    .toBuffer()
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${HIDDEN.replaceAll('?', '')}</svg>`
  const html = `<!doctype html><html><body>${HIDDEN}</body></html>`
  const comment = Buffer.concat([
    jpeg.subarray(0, 2),
    Buffer.from([0xff, 0xfe, 0, HIDDEN.length + 2]),
    Buffer.from(HIDDEN),
  ])
  const spoiled = Buffer.from(jpeg)
  spoiled.fill(0x5a, Math.floor(jpeg.length / 2), Math.floor(jpeg.length / 2) + 200)
  const quirk = Buffer.from(jpeg)
  const scan = jpeg.indexOf(Buffer.from([0xff, 0xda]))
  quirk.fill(0, scan - 1 + jpeg.readUInt16BE(scan + 2), scan + 2 + jpeg.readUInt16BE(scan + 2))
  const wrongCrc = Buffer.from(png)
  wrongCrc.writeUInt32BE(0xdeadbeef, 29)
  const claims = (width: number, height: number) => {
    const changed = Buffer.from(jpeg)
    const at = changed.findIndex((byte, place) => byte === 0xff && [0xc0, 0xc2].includes(changed[place + 1] ?? 0))
    changed.writeUInt16BE(height, at + 5)
    changed.writeUInt16BE(width, at + 7)
    return changed
  }
  const made: [string, Buffer | string | Promise<Buffer>][] = [
    ['nothing', ''],
    ['one byte', 'x'],
    ['text', 'hola'],
    ['html', html],
    ['html in UTF-16', Buffer.from(html, 'utf16le')],
    ['xml', `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>`],
    ['svg', svg],
    ['svg with a prolog', `<?xml version="1.0"?>${svg}`],
    ['svg that asks elsewhere', svg.replace('onload', 'xlink:href="http://127.0.0.1:1/" onload')],
    ['php', HIDDEN],
    ['pdf', '%PDF-1.7\n%âãÏÓ\n1 0 obj<</JS(app.alert(1))>>endobj'],
    ['zip', Buffer.from('504b0304140000000800', 'hex')],
    ['gzip', Buffer.from('1f8b0800000000000003', 'hex')],
    ['windows program', `MZ${'\0'.repeat(200)}`],
    ['linux program', Buffer.from(`7f454c4602010100${'00'.repeat(60)}`, 'hex')],
    ['gif that is a script', `GIF89a/*${'\0'.repeat(20)}*/=1;alert(1)`],
    ['bmp that is a script', 'BM/*\0\0*/=1;alert(1)'],
    ['gif', sharp({ create }).gif().toBuffer()],
    ['moving gif', moving('gif')],
    ['moving webp', moving('webp')],
    ['moving png', animatedPng()],
    ['tiff', sharp({ create }).tiff().toBuffer()],
    ['avif', sharp({ create }).avif().toBuffer()],
    ['ico', Buffer.from('00000100010010100000010020006804', 'hex')],
    ['heic head', Buffer.from('0000001866747970686569630000000068656963', 'hex')],
    ['mp4 head', Buffer.from('00000018667479706d703432000000006d703432', 'hex')],
    ['photoshop', `8BPS\0\u0001${'\0'.repeat(30)}`],
    ['postscript', '%!PS-Adobe-3.0\n(%pipe%id) (w) file'],
    ['image magick', 'push graphic-context\nviewbox 0 0 640 480\nimage over 0,0 0,0 "https://127.0.0.1/x|id"\npop'],
    ['jpeg head alone', jpeg.subarray(0, 3)],
    ['jpeg cut at 20', jpeg.subarray(0, 20)],
    ['jpeg cut at half', jpeg.subarray(0, jpeg.length / 2)],
    ['jpeg without its end', jpeg.subarray(0, -40)],
    ['jpeg spoiled', spoiled],
    ['jpeg that claims 65500 × 65500', claims(65_500, 65_500)],
    ['jpeg that claims 12000 × 12000', claims(12_000, 12_000)],
    ['jpeg that claims 0 × 0', claims(0, 0)],
    ['png head alone', png.subarray(0, 8)],
    ['png cut in its header', png.subarray(0, 30)],
    ['png cut at half', png.subarray(0, png.length / 2)],
    ['png without its end', png.subarray(0, -14)],
    ['png with a wrong sum', wrongCrc],
    ['png that claims 12000 × 12000', pngOf(12_000, 12_000, Buffer.alloc(1000))],
    ['png that claims 2 thousand million', pngOf(0x7fff_ffff, 0x7fff_ffff, Buffer.alloc(10))],
    ['png that claims 0 × 0', pngOf(0, 0, Buffer.alloc(1))],
    ['png of 12000 × 12000', pngOf(12_000, 12_000, Buffer.alloc(12_001 * 12_000))],
    ['png that unpacks to 36 megapixels', pngOf(6000, 6000, Buffer.alloc(6001 * 6000))],
    ['png that unpacks to more than it claims', pngOf(10, 10, Buffer.alloc(50 * MEGABYTE))],
    ['png of 10000 × 10', pngOf(10_000, 10, Buffer.alloc(10_001 * 10))],
    ['png of 10 × 10000', pngOf(10, 10_000, Buffer.alloc(11 * 10_000))],
    ['png of 1 × 1', pngOf(1, 1, Buffer.alloc(2))],
    [
      'png with a text that unpacks',
      pngOf(
        4,
        4,
        Buffer.alloc(20),
        chunk('zTXt', Buffer.concat([Buffer.from('a\0\0'), deflateSync(Buffer.alloc(20 * MEGABYTE))])),
      ),
    ],
    ['png that hides a script', pngOf(64, 48, Buffer.alloc(65 * 48), chunk('tEXt', Buffer.from(`Comment\0${HIDDEN}`)))],
    ['png with a zip behind', Buffer.concat([png, Buffer.from('504b0304', 'hex'), Buffer.from(HIDDEN)])],
    ['png of 16 bits', sharp({ create }).toColourspace('rgb16').png().toBuffer()],
    ['png with a palette', sharp({ create }).png({ palette: true }).toBuffer()],
    ['jpeg with a page behind', Buffer.concat([jpeg, Buffer.from(html)])],
    ['jpeg that hides a script', Buffer.concat([comment, jpeg.subarray(2)])],
    ['jpeg with a place and words', located],
    ['jpeg in four colours', sharp({ create }).toColourspace('cmyk').jpeg().toBuffer()],
    ['jpeg with a quirk of phones', quirk],
    ['jpeg with stray bytes', Buffer.concat([jpeg.subarray(0, 20), Buffer.alloc(3), jpeg.subarray(20)])],
    ['jpeg in grey', sharp({ create }).greyscale().jpeg().toBuffer()],
    ['jpeg that grows', sharp({ create: noise }).jpeg({ progressive: true }).toBuffer()],
    ['webp', webp],
    ['webp cut', webp.subarray(0, webp.length / 2)],
    ['webp head alone', 'RIFF\u0010\0\0\0WEBPVP8 '],
    ['noise', Buffer.from(Array.from({ length: 5000 }, (_, place) => (place * 7919) % 251))],
    ['jpeg of 11 megabytes', Buffer.concat([jpeg, Buffer.alloc(11 * MEGABYTE)])],
    ['nothing of 11 megabytes', Buffer.alloc(11 * MEGABYTE)],
  ]
  const ready = await Promise.all(made.map(async ([name, bytes]) => [name, await bytes] as const))
  return new Map(ready.map(([name, bytes]) => [name, Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes)]))
}

const targets = endpoints
  .map(({ spec }) => spec)
  .flatMap((spec) => Object.keys(spec.files ?? {}).map((field) => [nameOf(spec), field, spec] as const))

/** A form as it goes over the wire, by hand: what a browser would never send goes too. */
function form(parts: readonly { head: string; bytes: Buffer | string }[], boundary = 'frontera') {
  const pieces = parts.flatMap(({ head, bytes }) => [
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; ${head}\r\n\r\n`),
    Buffer.from(bytes),
    Buffer.from('\r\n'),
  ])
  return Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)])
}

let people = 0

async function upload(spec: EndpointSpec, payload: Buffer, contentType = 'multipart/form-data; boundary=frontera') {
  const { access } = spec
  const isOrganizer = typeof access === 'object' && !access.roles.includes('CLIENT')
  const { token } = await givenActor(server, isOrganizer ? 'organizer' : 'client', own.objects)
  const request = requestFor(spec, own.objects, own.owner)
  const began = computedMilliseconds()
  const response = await server.fastify.inject({
    ...injection(spec, request, { token, headers: { 'content-type': contentType } }),
    payload,
  })
  return { response, milliseconds: computedMilliseconds() - began }
}

function fieldsFor(spec: EndpointSpec) {
  const { body } = requestFor(spec, own.objects, own.owner)
  people += 1
  const contacts = { phone: `+54935156${50_000 + people}`, mail: `nadie-${people}@previa.example` }
  return { head: 'name="data"', bytes: JSON.stringify({ ...body, ...(body && 'phone' in body ? contacts : {}) }) }
}

/** What comes with a file: the fields, and good files in every other place. */
function besides(spec: EndpointSpec, field: string) {
  const others = Object.keys(spec.files ?? {}).filter((each) => each !== field)
  const bytes = corpus.get('png of 16 bits') ?? Buffer.alloc(0)
  return [fieldsFor(spec), ...others.map((each) => ({ head: fileHead(each, 'y.png', 'image/png'), bytes }))]
}

const fileHead = (field: string, name: string, type: string) =>
  `name="${field}"; filename="${name}"\r\ncontent-type: ${type}`

/** Looks at every file that an answer leads to. */
async function inspect(body: string, uploaded: Buffer): Promise<void> {
  const ids = new Set(body.match(/(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])/g))
  for (const id of ids) {
    for (const format of ['webp', 'jpg'] as const) {
      const served = await server.fastify.inject({ url: mediaPath(id, 320, format) })
      expect(served.statusCode).toBe(200)
      expect(served.rawPayload.equals(uploaded)).toBe(false)
      expect(served.rawPayload.includes('script>')).toBe(false)
      expect(served.headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'content-type': format === 'jpg' ? 'image/jpeg' : 'image/webp',
      })
      const { exif, xmp, iptc, icc, pages, format: real } = await sharp(served.rawPayload).metadata()
      expect([exif, xmp, iptc, icc, pages ?? 1]).toEqual([undefined, undefined, undefined, undefined, 1])
      expect(real).toBe(format === 'jpg' ? 'jpeg' : 'webp')
    }
  }
}

/** The picture that an event shows by now. */
async function flyerOf({ objects }: Tenant): Promise<string | null | undefined> {
  const event = server.app.db.selectFrom('events').select('flyer_id').where('id', '=', objects.event)
  return (await event.executeTakeFirst())?.flyer_id
}

describe.each(targets)('threat 20: %s, %s', (_name, field, spec) => {
  test('takes no file for what it is not', async () => {
    expect(corpus.size).toBeGreaterThanOrEqual(60)
    const before = process.memoryUsage().rss
    const wrong: string[] = []
    let taken = 0
    for (const [name, bytes] of corpus) {
      const parts = [...besides(spec, field), { head: fileHead(field, `${name}.jpg`, 'image/jpeg'), bytes }]
      const { response, milliseconds } = await upload(spec, form(parts))
      if (response.statusCode >= 500 || milliseconds > MOST_MS) {
        wrong.push(`${name}: ${response.statusCode} ${Math.round(milliseconds)} ms ${response.body.slice(0, 120)}`)
      }
      if (response.statusCode < 300) {
        taken += 1
        if (!/jpeg|png|webp/.test(name)) wrong.push(`${name} was taken`)
        await inspect(response.body, bytes)
      }
    }
    expect(wrong).toEqual([])
    expect(taken).toBeGreaterThan(5)
    expect(process.memoryUsage().rss - before).toBeLessThan(MOST_MEMORY)
  })

  test('believes neither names nor types of files', async () => {
    const picture = corpus.get('png of 1 × 1') ?? Buffer.alloc(0)
    const page = corpus.get('html') ?? Buffer.alloc(0)
    const names = [
      '../../../etc/passwd',
      String.raw`..\..\x.php`,
      'x.php',
      'x.html',
      '/dev/null',
      'CON',
      'ñ😀.png',
      'a'.repeat(300),
      '.htaccess',
      'x.jpg.exe',
      '%2e%2e%2fx',
      'x\0.jpg',
    ]
    const types = [
      'text/html',
      'image/svg+xml',
      'application/x-httpd-php',
      'image/jpeg',
      'nada',
      'image/png; charset=utf-7',
    ]
    for (const [place, name] of names.entries()) {
      const type = types[place % types.length] ?? ''
      const good = await upload(
        spec,
        form([...besides(spec, field), { head: fileHead(field, name, type), bytes: picture }]),
      )
      expect([name, good.response.statusCode < 500]).toEqual([name, true])
      expect(good.response.body).not.toContain('etc/passwd')
      const bad = await upload(
        spec,
        form([...besides(spec, field), { head: fileHead(field, name, 'image/png'), bytes: page }]),
      )
      expect([name, bad.response.statusCode]).toEqual([name, 400])
    }
  })

  test('reads no endless, broken or doubled form', async () => {
    const picture = corpus.get('png of 1 × 1') ?? Buffer.alloc(0)
    const file = { head: fileHead(field, 'x.png', 'image/png'), bytes: picture }
    const many = (count: number, head: (n: number) => string) =>
      form(Array.from({ length: count }, (_, n) => ({ head: head(n), bytes: 'x' })))
    const whole = form([...besides(spec, field), file])
    const attacks: [string, Buffer, string?][] = [
      ['10,001 fields', many(10_001, (n) => `name="campo${n}"`)],
      ['10,001 files', many(10_001, (n) => fileHead(`archivo${n}`, 'x.png', 'image/png'))],
      ['10,001 times the same file', many(10_001, () => fileHead(field, 'x.png', 'image/png'))],
      ['the file twice', form([...besides(spec, field), file, file])],
      ['another file', form([fieldsFor(spec), { ...file, head: fileHead('otro', 'x.png', 'image/png') }])],
      ['no end', whole.subarray(0, -10)],
      ['half a file', whole.subarray(0, whole.length / 2)],
      ['a name of 100 kB', form([{ head: `name="${'a'.repeat(100_000)}"`, bytes: 'x' }])],
      ['a field of 2 MB', form([{ head: 'name="data"', bytes: 'x'.repeat(2 * MEGABYTE) }])],
      ['no name', form([{ head: 'filename="x.png"', bytes: picture }])],
      ['headers without end', Buffer.from(`--frontera\r\n${'x-a: b\r\n'.repeat(5000)}\r\nx\r\n--frontera--\r\n`)],
      ['another boundary', whole, 'multipart/form-data; boundary=otra'],
      ['no boundary', whole, 'multipart/form-data'],
      ['an endless boundary', whole, `multipart/form-data; boundary=${'a'.repeat(5000)}`],
      ['nothing', Buffer.alloc(0)],
      ['bytes', picture, 'image/png'],
      [
        'JSON that says it is a file',
        Buffer.from(`{"${field}":{"filename":"x","mimetype":"image/png"}}`),
        'application/json',
      ],
    ]
    const before = await flyerOf(own)
    for (const [name, payload, type] of attacks) {
      const { response, milliseconds } = await upload(spec, payload, type)
      const isRefused = response.statusCode >= 400 && response.statusCode < 500
      // A change that says nothing that the endpoint knows is no error, and changes nothing.
      const isIdle = response.statusCode === 200 && (await flyerOf(own)) === before
      expect([name, isRefused || isIdle, response.body.slice(0, 100)]).toEqual([name, true, expect.any(String)])
      expect(milliseconds).toBeLessThan(MOST_MS)
    }
  })
})

test('threat 20: a body that comes byte by byte delays no other request, and is given up on', async () => {
  const { server: http } = server.fastify
  expect([http.headersTimeout > 0, http.requestTimeout > 0, http.requestTimeout <= 120_000]).toEqual([true, true, true])
  const slow = await createTestApp({ sharing: server })
  await slow.fastify.listen({ port: 0, host: '127.0.0.1' })
  const { port } = slow.fastify.server.address() as AddressInfo // it listens on TCP
  const sockets = Array.from({ length: 40 }, () => connect(port, '127.0.0.1'))
  for (const socket of sockets) {
    socket.on('error', () => {}) // closed on purpose below
    socket.write(
      'POST /api/v1/user HTTP/1.1\r\nhost: x\r\ncontent-length: 5000000\r\ncontent-type: multipart/form-data; boundary=f\r\n\r\n--f\r\n',
    )
  }
  const drip = setInterval(() => sockets.forEach((socket) => socket.write('c')), 20)
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => fetch(`http://127.0.0.1:${port}/api/v1/event/categories`)),
  )
  clearInterval(drip)
  for (const socket of sockets) socket.destroy()
  await slow.close()
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200))
})
