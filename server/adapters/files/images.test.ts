import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { eventFlyer, IMAGE_WIDTHS, profileImage } from '#contract/api/files.ts'
import { encodeAvif, readImage } from './images.ts'

/** A picture with enough going on in it that a wrong decoding shows: left half red, right half blue, a gradient over both. */
function picture(width = 400, height = 300) {
  const pixels = Buffer.alloc(width * height * 3)
  for (let place = 0; place < width * height; place += 1) {
    const x = place % width
    pixels[place * 3 + (x < width / 2 ? 0 : 2)] = 220
    pixels[place * 3 + 1] = Math.floor((place / (width * height)) * 100)
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

function crc32(bytes: Uint8Array): number {
  let crc = 0xffff_ffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb8_8320 : crc >>> 1
  }
  return ~crc >>> 0
}

function pngChunk(name: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(name), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

const pngHead = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** A PNG whose header promises `width` × `height` and whose data is `data`, deflated. */
function pngClaiming(width: number, height: number, data: Uint8Array): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    pngHead,
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(data)),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** The JPEG with its frame header (SOF) changed to promise another size. */
function jpegClaiming(jpeg: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(jpeg)
  const frame = changed.findIndex((byte, place) => byte === 0xff && [0xc0, 0xc2].includes(changed[place + 1] ?? 0))
  changed.writeUInt16BE(height, frame + 5)
  changed.writeUInt16BE(width, frame + 7)
  return changed
}

const jpeg = await picture().jpeg().toBuffer()
const png = await picture().png().toBuffer()
const webp = await picture().webp().toBuffer()
const frames = await Promise.all([0, 120, 240].map((hue) => picture(60, 60).modulate({ hue }).png().toBuffer()))
const animated = () => sharp(frames, { join: { animated: true } })
const apng = Buffer.concat([
  png.subarray(0, 33),
  pngChunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0])),
  png.subarray(33),
])
const script = '<script>alert(document.domain)</script>'
const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10">${script}<rect width="10" height="10"/></svg>`
const riff = (form: string) => Buffer.concat([Buffer.from('RIFF\x24\0\0\0'), Buffer.from(form), Buffer.alloc(64)])

const refused: Record<string, readonly [bytes: Buffer, code: 'image_type' | 'invalid_image' | 'image_too_large']> = {
  'no bytes': [Buffer.alloc(0), 'invalid_image'],
  'one byte': [Buffer.from([0xff]), 'image_type'],
  zeros: [Buffer.alloc(10_000), 'image_type'],
  noise: [Buffer.from(Array.from({ length: 4096 }, (_, place) => (place * 7919) & 255)), 'image_type'],
  'plain text': [Buffer.from('no soy una foto'), 'image_type'],
  HTML: [Buffer.from(`<!doctype html><html><body>${script}</body></html>`), 'image_type'],
  SVG: [Buffer.from(svg), 'image_type'],
  'SVG with an XML declaration': [Buffer.from(`<?xml version="1.0"?>${svg}`), 'image_type'],
  'XML entity bomb': [
    Buffer.from(`<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "${'c'.repeat(1000)}">]><svg>&b;</svg>`),
    'image_type',
  ],
  PDF: [Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\n%%EOF'), 'image_type'],
  ZIP: [Buffer.from('504b0304140000000800' + '00'.repeat(40), 'hex'), 'image_type'],
  ELF: [Buffer.from('7f454c4602010100' + '00'.repeat(56), 'hex'), 'image_type'],
  GIF: [await picture().gif().toBuffer(), 'image_type'],
  'animated GIF': [await animated().gif().toBuffer(), 'image_type'],
  'GIF that is also script': [Buffer.from('GIF89a/*\0\0*/=1;alert(1)//'), 'image_type'],
  'animated WebP': [await animated().webp().toBuffer(), 'image_type'],
  'animated PNG': [apng, 'image_type'],
  TIFF: [await picture().tiff().toBuffer(), 'image_type'],
  AVIF: [await picture(64, 64).avif().toBuffer(), 'image_type'],
  BMP: [Buffer.concat([Buffer.from('BM'), Buffer.alloc(60)]), 'image_type'],
  ICO: [Buffer.from('00000100010010100000', 'hex'), 'image_type'],
  WAV: [riff('WAVE'), 'image_type'],
  'HTML before a JPEG': [Buffer.concat([Buffer.from(script), jpeg]), 'image_type'],
  'JPEG of three bytes': [jpeg.subarray(0, 3), 'invalid_image'],
  'JPEG cut in its header': [jpeg.subarray(0, 120), 'invalid_image'],
  'JPEG cut in the middle': [jpeg.subarray(0, jpeg.length >> 1), 'invalid_image'],
  'JPEG without its last tenth': [jpeg.subarray(0, Math.floor(jpeg.length * 0.9)), 'invalid_image'],
  'PNG signature alone': [pngHead, 'image_type'],
  'PNG cut in the middle': [png.subarray(0, png.length >> 1), 'invalid_image'],
  'PNG with a damaged row': [Buffer.from(png).fill(0, 60, 90), 'invalid_image'],
  'PNG with less data than promised': [pngClaiming(300, 300, Buffer.alloc(1000)), 'invalid_image'],
  'WebP cut in the middle': [webp.subarray(0, webp.length >> 1), 'invalid_image'],
  'WebP header alone': [riff('WEBPVP8 '), 'invalid_image'],
  'PNG promising 50,000 × 50,000': [pngClaiming(50_000, 50_000, Buffer.alloc(2_000_000)), 'image_too_large'],
  'PNG promising 2^31 − 1 square': [pngClaiming(2 ** 31 - 1, 2 ** 31 - 1, Buffer.alloc(100)), 'invalid_image'],
  'PNG of no width': [pngClaiming(0, 10, Buffer.alloc(100)), 'invalid_image'],
  'JPEG promising 65,500 × 65,500': [jpegClaiming(jpeg, 65_500, 65_500), 'image_too_large'],
  'JPEG promising 7,000 × 7,000': [jpegClaiming(jpeg, 7000, 7000), 'image_too_large'],
  'PNG ten times as wide as high': [await picture(1000, 100).png().toBuffer(), 'invalid_image'],
  'PNG ten times as high as wide': [await picture(100, 1000).png().toBuffer(), 'invalid_image'],
}

test.each(Object.entries(refused))('threat 20: %s is refused', async (_, [bytes, code]) => {
  await expect(readImage(bytes, eventFlyer)).rejects.toMatchObject({ code })
})

test('threat 20: a rule takes its own formats and sizes only', async () => {
  await expect(readImage(webp, profileImage)).rejects.toMatchObject({ code: 'image_type' })
  await expect(readImage(jpeg, { ...eventFlyer, maxBytes: jpeg.length - 1 })).rejects.toMatchObject({
    code: 'image_too_large',
    details: { bytes: jpeg.length, limit: jpeg.length - 1 },
  })
  await expect(readImage(jpeg, { ...eventFlyer, maxBytes: jpeg.length })).resolves.toBeDefined()
})

/** The picture with other last three bytes in the header of its only scan. */
function withScan(bytes: Buffer, parameters: readonly number[]): Buffer {
  const changed = Buffer.from(bytes)
  const at = changed.indexOf(Buffer.from([0xff, 0xda]))
  changed.set(parameters, at + 2 + changed.readUInt16BE(at + 2) - parameters.length)
  return changed
}

const taken: Record<string, Buffer> = {
  JPEG: jpeg,
  PNG: png,
  WebP: webp,
  'progressive JPEG': await picture().jpeg({ progressive: true }).toBuffer(),
  'CMYK JPEG': await picture().toColourspace('cmyk').jpeg().toBuffer(),
  'grey JPEG': await picture().greyscale().jpeg().toBuffer(),
  // As Samsung phones end the header of their scan: 0, 0, 0 in place of 0, 63, 0.
  'JPEG with a scan from 0 to 0': withScan(jpeg, [0, 0, 0]),
  'JPEG with stray bytes before a marker': Buffer.concat([
    jpeg.subarray(0, 20),
    Buffer.from([0, 0, 0]),
    jpeg.subarray(20),
  ]),
  'PNG of 16 bits': await picture().toColourspace('rgb16').png().toBuffer(),
  'PNG with a palette': await picture().png({ palette: true }).toBuffer(),
  'PNG with alpha': await picture().ensureAlpha(0.5).png().toBuffer(),
  'JPEG with HTML behind': Buffer.concat([jpeg, Buffer.from(script.repeat(100))]),
  'PNG with a ZIP behind': Buffer.concat([png, Buffer.from('PK\x03\x04 payload.exe')]),
  'JPEG with script in a comment': Buffer.concat([
    jpeg.subarray(0, 2),
    Buffer.from([0xff, 0xfe, 0, script.length + 2]),
    Buffer.from(script),
    jpeg.subarray(2),
  ]),
  'PNG with script in a text': Buffer.concat([
    png.subarray(0, 33),
    pngChunk('tEXt', Buffer.from(`a\0${script}`)),
    png.subarray(33),
  ]),
}

test.each(Object.entries(taken))('%s is taken and re-encoded', async (_, bytes) => {
  const image = await readImage(bytes, eventFlyer)
  expect(image).toMatchObject({ width: 400, height: 300 })
  expect(image.sha256).toMatch(/^[0-9a-f]{64}$/)
  expect(image.variants.map(({ width, format }) => `${width}.${format}`)).toEqual(
    IMAGE_WIDTHS.flatMap((width) => [`${width}.webp`, `${width}.jpg`]),
  )
  for (const { bytes: written, format, width } of [
    ...image.variants,
    { bytes: image.master, format: 'webp', width: 1920 },
  ]) {
    expect(written.includes('script')).toBe(false)
    expect(written.includes('payload')).toBe(false)
    const { exif, icc, xmp, iptc, ...metadata } = await sharp(written).metadata()
    expect({ exif, icc, xmp, iptc }).toEqual({})
    expect(metadata).toMatchObject({
      format: format === 'jpg' ? 'jpeg' : 'webp',
      width: Math.min(width, 400),
      space: 'srgb',
    })
  }
})

test('threat 20: the place where a photo was taken does not leave with it', async () => {
  const located = await picture()
    .withExif({
      IFD0: { Copyright: 'Juana Manso', Model: 'Telefono 9' },
      IFD3: {
        GPSLatitudeRef: 'S',
        GPSLatitude: '34/1 36/1 12/1',
        GPSLongitudeRef: 'W',
        GPSLongitude: '58/1 22/1 54/1',
      },
    })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><a>Juana Manso</a></x:xmpmeta>')
    .jpeg()
    .toBuffer()
  expect((await sharp(located).metadata()).exif).toBeDefined()
  expect(located.includes('Juana Manso')).toBe(true)
  const { variants, master } = await readImage(located, profileImage)
  for (const bytes of [master, ...variants.map((variant) => variant.bytes)]) {
    expect((await sharp(bytes).metadata()).exif).toBeUndefined()
    expect(bytes.includes('Juana')).toBe(false)
    expect(bytes.includes('Telefono')).toBe(false)
  }
})

test('a photo taken sideways is turned upright', async () => {
  const sideways = await picture().withMetadata({ orientation: 6 }).jpeg().toBuffer()
  const image = await readImage(sideways, profileImage)
  expect(image).toMatchObject({ width: 300, height: 400 })
  // Turned by a quarter to the right: the red left half is now above.
  const { data, info } = await sharp(image.master).raw().toBuffer({ resolveWithObject: true })
  expect(data[(10 * info.width + 150) * info.channels]).toBeGreaterThan(150)
  expect(data[(390 * info.width + 150) * info.channels + 2]).toBeGreaterThan(150)
})

test('wide pictures are kept in four widths, and AVIF follows from the master', async () => {
  const image = await readImage(await picture(2400, 3000).jpeg().toBuffer(), eventFlyer)
  expect(image).toMatchObject({ width: 1920, height: 2400 })
  const avif = await encodeAvif((await readImage(jpeg, eventFlyer)).master)
  expect(avif.map((variant) => variant.width)).toEqual([...IMAGE_WIDTHS])
  for (const { bytes } of avif) expect((await sharp(bytes).metadata()).format).toBe('heif')
  for (const { bytes, width } of image.variants) expect((await sharp(bytes).metadata()).width).toBe(width)
})

test('the same picture is the same id; transparent places turn dark in JPG and stay in WebP', async () => {
  const clear = await sharp({ create: { width: 50, height: 50, channels: 4, background: '#ff000000' } })
    .png()
    .toBuffer()
  const [once, again] = await Promise.all([readImage(clear, eventFlyer), readImage(clear, eventFlyer)])
  expect(once.sha256).toBe(again.sha256)
  const pixel = async (format: string) => {
    const variant = once.variants.find((candidate) => candidate.format === format)
    return [...(await sharp(variant?.bytes).raw().toBuffer()).subarray(0, 4)]
  }
  expect((await pixel('webp'))[3]).toBe(0)
  expect((await pixel('jpg'))[0]).toBeLessThan(20)
})

test('pictures wait for one another; when thirty wait, the next is refused as busy', async () => {
  const bytes = await picture().png().toBuffer()
  const ends = await Promise.allSettled(Array.from({ length: 80 }, () => readImage(bytes, eventFlyer)))
  const refused = ends.filter((end) => end.status === 'rejected')
  expect(refused.length).toBeGreaterThan(0)
  expect(ends.length - refused.length).toBeGreaterThanOrEqual(31)
  for (const { reason } of refused) expect(reason).toMatchObject({ code: 'busy', retryAfterSeconds: 2 })
})
