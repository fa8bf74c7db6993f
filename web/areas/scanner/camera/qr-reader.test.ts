import { expect, test, vi } from 'vitest'
import { createQrReader, type FrameReader } from './qr-reader.ts'
import { workerReader } from './qr-in-worker.ts'

// jsdom has neither canvas pixels nor WebAssembly's file.
vi.mock('./qr-texts.ts', () => ({ qrTextsInFrame: async () => ['ticket', 'flyer'] }))

const frame = () => ({ close: vi.fn() }) as unknown as ImageBitmap & { close: ReturnType<typeof vi.fn> } // all that is used of it
const readerOf = (read: FrameReader['read']) => ({ read, close: vi.fn() })
const broken = () => readerOf(() => Promise.reject(new Error('Barcode detection service unavailable')))
const working = () => readerOf(async () => ['code', 'flyer'])

/** What `count` frames gave: texts, or 'failed'. */
async function readAll(reader: FrameReader, count: number): Promise<unknown[]> {
  const answers: unknown[] = []
  for (let n = 0; n < count; n += 1) answers.push(await reader.read(frame()).catch(() => 'failed'))
  return answers
}

test('a reader that fails some frames in a row gives way to the next', async () => {
  const [first, second] = [broken(), working()]
  const reader = createQrReader([() => first, () => second])
  expect(await readAll(reader, 7)).toEqual([...Array(5).fill('failed'), ['code', 'flyer'], ['code', 'flyer']])
  expect(first.close).toHaveBeenCalledOnce()
  expect(reader.isSpent()).toBe(false)
})

test('a frame that fails by itself changes nothing', async () => {
  let frames = 0
  const first = readerOf(async () => {
    frames += 1
    if (frames % 2 === 0) throw new Error('a frame of a sleeping phone')
    return []
  })
  const second = vi.fn(working)
  await readAll(createQrReader([() => first, second]), 20)
  expect(second).not.toHaveBeenCalled()
})

test('a reader that cannot be opened is passed over; without any the caller learns it', async () => {
  const refused = () => Promise.reject(new Error('getSupportedFormats'))
  expect(await readAll(createQrReader([refused, () => null, working]), 1)).toEqual([['code', 'flyer']])
  const reader = createQrReader([refused, broken])
  await readAll(reader, 5)
  expect(reader.isSpent()).toBe(true)
  expect(await readAll(reader, 1)).toEqual(['failed'])
})

test('a reader that never answers gives way at once', async () => {
  vi.useFakeTimers()
  const reader = createQrReader([() => readerOf(() => new Promise(() => {})), working])
  const first = readAll(reader, 2)
  await vi.advanceTimersByTimeAsync(15_000)
  expect(await first).toEqual(['failed', ['code', 'flyer']])
})

test('every frame is given back', async () => {
  const [read, failed] = [frame(), frame()]
  await createQrReader([working]).read(read)
  await createQrReader([broken])
    .read(failed)
    .catch(() => {})
  expect([read.close, failed.close].map((close) => close.mock.calls.length)).toEqual([1, 1])
})

/** A worker that the test speaks for. */
class FakeWorker extends EventTarget {
  static last: FakeWorker
  postMessage = vi.fn()
  terminate = vi.fn()
  constructor() {
    super()
    FakeWorker.last = this
  }
  answer(data: object) {
    this.dispatchEvent(new MessageEvent('message', { data }))
  }
}

test('a worker’s frame without a code, and one that it could not look at, are different answers', async () => {
  vi.stubGlobal('Worker', FakeWorker)
  const reader = workerReader()
  const [empty, failed] = [reader.read(frame()), reader.read(frame())]
  FakeWorker.last.answer({ id: 1, texts: [] })
  FakeWorker.last.answer({ id: 2, failed: 'ReferenceError: OffscreenCanvas is not defined' })
  expect(await empty).toEqual([])
  await expect(failed).rejects.toThrow('OffscreenCanvas')
})

test.each(['error', 'messageerror'])('a worker’s %s ends what waits and what comes', async (type) => {
  vi.stubGlobal('Worker', FakeWorker)
  const reader = workerReader()
  const waiting = reader.read(frame())
  FakeWorker.last.dispatchEvent(new Event(type))
  await expect(waiting).rejects.toThrow(type)
  await expect(reader.read(frame())).rejects.toThrow(type)
})

test('a canvas, which cannot be sent to a worker, gives way to a reader in the page', async () => {
  vi.stubGlobal('Worker', FakeWorker)
  const reader = createQrReader([workerReader, working])
  const canvas = document.createElement('canvas')
  const answers: unknown[] = []
  for (let n = 0; n < 6; n += 1) answers.push(await reader.read(canvas).catch(() => 'failed'))
  expect(answers).toEqual([...Array(5).fill('failed'), ['code', 'flyer']])
})

/** The browser's own detector, as far as it is used here. */
function giveDetector(detect: () => Promise<{ rawValue: string }[]>) {
  class Detector {
    static getSupportedFormats = async () => ['qr_code']
    detect = detect
  }
  vi.stubGlobal('BarcodeDetector', Detector)
}

test('the browser’s own detector gives all codes of a frame', async () => {
  giveDetector(async () => [{ rawValue: 'flyer' }, { rawValue: '' }, { rawValue: 'ticket' }])
  expect(await readAll(createQrReader(), 1)).toEqual([['flyer', 'ticket']])
})

test('where detector and worker cannot look, the page reads by itself', async () => {
  vi.stubGlobal('Worker', FakeWorker)
  giveDetector(() => Promise.reject(new Error('Barcode detection service unavailable')))
  const reader = createQrReader()
  expect(await readAll(reader, 5)).toEqual(Array(5).fill('failed'))
  const sixth = readAll(reader, 1)
  await vi.waitFor(() => expect(FakeWorker.last.postMessage).toHaveBeenCalled())
  FakeWorker.last.dispatchEvent(new Event('error'))
  expect(await sixth).toEqual(['failed'])
  expect(await readAll(reader, 5)).toEqual([...Array(4).fill('failed'), ['ticket', 'flyer']])
  expect(reader.isSpent()).toBe(false)
})
