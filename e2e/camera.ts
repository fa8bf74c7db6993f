/** A phone whose camera sees QR codes: a film that Chromium plays in place of a device. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import encodeQR from 'qr'
import { shiftPages } from './browser-clock.ts'
import { launchOptions } from './browser.ts'
import { PHONE } from './people.ts'

const WIDTH = 640
const HEIGHT = 480
const FRAMES_PER_SECOND = 15
const WHITE = 235
const GREY = 120
const BLACK = 16
const NEUTRAL_COLOUR = 128
/** Light border that readers need around a code, in modules. */
const QUIET_MODULES = 4

/** A page on a phone of its own, whose camera sees the codes over and over, a second each; null is a look away. */
export async function withCamera(
  codes: readonly (string | null)[],
  work: (page: Page) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'previa-film-'))
  const film = join(folder, 'codes.y4m')
  await filmCodes(film, codes)
  const phone = shiftPages(await chromium.launch(await launchOptions({ camera: film })))
  try {
    const context = await phone.newContext({
      ...PHONE,
      locale: 'es-AR',
      baseURL: process.env['PREVIA_E2E_URL'] ?? '',
      permissions: ['camera'],
      serviceWorkers: 'allow',
    })
    await work(await context.newPage())
    await context.close()
  } finally {
    await phone.close()
    await rm(folder, { recursive: true })
  }
}

/** Writes the film, a Y4M of some 7 MB a second. */
async function filmCodes(file: string, codes: readonly (string | null)[]): Promise<void> {
  const colour = Buffer.alloc((WIDTH * HEIGHT) / 2, NEUTRAL_COLOUR)
  const chunks: Buffer[] = [Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F${FRAMES_PER_SECOND}:1 Ip A1:1 C420mpeg2\n`)]
  for (const code of codes) {
    const frame = Buffer.concat([Buffer.from('FRAME\n'), draw(code), colour])
    for (let index = 0; index < FRAMES_PER_SECOND; index += 1) chunks.push(frame)
  }
  await writeFile(file, Buffer.concat(chunks))
}

/** The brightness of each point of one frame. */
function draw(code: string | null): Buffer {
  const frame = Buffer.alloc(WIDTH * HEIGHT, GREY)
  if (code === null) return frame
  const modules = encodeQR(code, 'raw', { border: QUIET_MODULES })
  const scale = Math.floor((HEIGHT * 0.8) / modules.length)
  const side = modules.length * scale
  const left = Math.floor((WIDTH - side) / 2)
  const top = Math.floor((HEIGHT - side) / 2)
  for (let y = 0; y < side; y += 1) {
    const row = modules[Math.floor(y / scale)] ?? []
    for (let x = 0; x < side; x += 1) {
      frame[(top + y) * WIDTH + left + x] = row[Math.floor(x / scale)] ? BLACK : WHITE
    }
  }
  return frame
}
