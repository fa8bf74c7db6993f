/**
 * Finds the QR codes of a camera frame: by the browser's own detector, else by zxing in a worker, else by zxing in the page.
 * "No code" and "could not look" are different answers: a reader that cannot look gives way to the next.
 */
import { inTime } from '#web/lib/clock.ts'
import { workerReader } from './qr-in-worker.ts'

/** A picture of the camera. Only a bitmap can be sent to a worker. */
export type Frame = ImageBitmap | HTMLCanvasElement

/** One way to read. */
export interface FrameReader {
  /** The texts of all codes; rejects when it could not look. */
  readonly read: (frame: Frame) => Promise<readonly string[]>
  readonly close: () => void
}

export interface QrReader extends FrameReader {
  /** Whether no reader is left to try. */
  readonly isSpent: () => boolean
}

/** Opens a reader; null where the browser does not offer it. */
type OpenReader = () => Promise<FrameReader | null> | FrameReader | null

/** A frame may fail for a reason of its own; as many in a row are the reader's fault. */
const FAILURES_IN_A_ROW = 5
/** The first answer of zxing waits for its megabyte of WebAssembly. */
const ANSWER_MILLISECONDS = 15_000

export function createQrReader(readers: readonly OpenReader[] = [nativeReader, workerReader, pageReader]): QrReader {
  let place = 0
  let failures = 0
  let current: FrameReader | null = null
  let isClosed = false
  const giveUp = () => {
    current?.close()
    current = null
    failures = 0
    place += 1
  }
  async function openReader(): Promise<FrameReader> {
    for (; !current; place += 1) {
      const open = readers[place]
      if (!open) throw new Error('No reader of QR codes works here')
      current = await Promise.resolve()
        .then(open)
        .catch(() => null)
      if (current) break
    }
    if (isClosed) current.close()
    return current
  }
  return {
    async read(frame) {
      try {
        const texts = await inTime(
          openReader().then((reader) => reader.read(frame)),
          ANSWER_MILLISECONDS,
        )
        failures = 0
        return texts
      } catch (error) {
        failures += 1
        const isLate = error instanceof DOMException && error.name === 'TimeoutError'
        if (isLate || failures === FAILURES_IN_A_ROW) giveUp()
        throw error
      } finally {
        if ('close' in frame) frame.close()
      }
    },
    isSpent: () => place >= readers.length,
    close() {
      isClosed = true
      current?.close()
    },
  }
}

interface NativeDetector {
  detect(source: Frame): Promise<{ rawValue: string }[]>
}
interface NativeDetectorClass {
  new (options: { formats: string[] }): NativeDetector
  getSupportedFormats(): Promise<string[]>
}

async function nativeReader(): Promise<FrameReader | null> {
  const Detector = (globalThis as { BarcodeDetector?: NativeDetectorClass }).BarcodeDetector // not in TypeScript's DOM yet
  if (!Detector || !(await Detector.getSupportedFormats()).includes('qr_code')) return null
  const detector = new Detector({ formats: ['qr_code'] })
  return {
    read: async (frame) => (await detector.detect(frame)).map(({ rawValue }) => rawValue).filter(Boolean),
    close() {},
  }
}

/** For browsers whose workers have no canvas, or that refuse workers. */
async function pageReader(): Promise<FrameReader> {
  const { qrTextsInFrame } = await import('./qr-texts.ts')
  const canvas = document.createElement('canvas')
  return { read: (frame) => qrTextsInFrame(frame, canvas), close() {} }
}
