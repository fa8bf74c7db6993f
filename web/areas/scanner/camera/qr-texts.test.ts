import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import encodeQR from 'qr'
import { beforeAll, expect, test } from 'vitest'
import { prepareZXingModule } from 'zxing-wasm/reader'
import { encodeTicketCode } from '#contract/values/ticket-code.ts'
import { codeChooser } from './choose-code.ts'
import { qrTextsOf } from './qr-texts.ts'
import { kindOfCode } from '../scan-input.ts'

const EVENT_NUMBER = 7
const FLYER = 'https://instagram.com/fiestalunar'
const ticket = encodeTicketCode(
  { keyId: 1, eventNumber: EVENT_NUMBER, ticketId: '01990000-0000-7000-8000-0000000000e1', epoch: 1, typePosition: 0 },
  (payload) => Uint8Array.from({ length: 64 }, (_, place) => (payload[place % payload.length] ?? 0) * 7 + place),
)

beforeAll(async () => {
  const file = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
  const { buffer } = new Uint8Array(await readFile(file))
  prepareZXingModule({ overrides: { wasmBinary: buffer } })
})

interface Placed {
  readonly text: string
  readonly left: number
  readonly top: number
  /** Pixels of one module. */
  readonly scale: number
}

/** A grey frame of the camera with codes on white. */
function frameOf(codes: readonly Placed[]): ImageData {
  const [width, height] = [960, 720]
  const data = new Uint8ClampedArray(width * height * 4).fill(150)
  for (const { text, left, top, scale } of codes) {
    const modules = encodeQR(text, 'raw', { border: 4 })
    for (let y = 0; y < modules.length * scale; y += 1) {
      for (let x = 0; x < modules.length * scale; x += 1) {
        const isDark = modules[Math.floor(y / scale)]?.[Math.floor(x / scale)] === true
        data.fill(isDark ? 20 : 245, ((top + y) * width + left + x) * 4, ((top + y) * width + left + x) * 4 + 3)
      }
    }
  }
  return { data, width, height, colorSpace: 'srgb' }
}

const arrangements = {
  'left of the ticket': [
    { text: FLYER, left: 20, top: 200, scale: 9 },
    { text: ticket, left: 460, top: 180, scale: 7 },
  ],
  'right of the ticket': [
    { text: ticket, left: 20, top: 180, scale: 7 },
    { text: FLYER, left: 560, top: 200, scale: 9 },
  ],
  'above the ticket': [
    { text: FLYER, left: 300, top: 10, scale: 7 },
    { text: ticket, left: 300, top: 350, scale: 5 },
  ],
  'below the ticket': [
    { text: ticket, left: 300, top: 10, scale: 5 },
    { text: FLYER, left: 300, top: 400, scale: 7 },
  ],
} as const

test.each(Object.entries(arrangements))('a flyer’s code %s: both are read, the ticket is chosen', async (_, codes) => {
  const texts = await qrTextsOf(frameOf(codes))
  expect(texts.toSorted()).toEqual([FLYER, ticket].toSorted())
  const chooser = codeChooser((text) => kindOfCode(text, EVENT_NUMBER))
  expect(chooser.choose(texts, 0)).toBe(ticket)
})

test('a frame without a code has no texts', async () => {
  expect(await qrTextsOf(frameOf([]))).toEqual([])
})
