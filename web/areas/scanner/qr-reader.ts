/** Finds the text of a QR in a camera frame: the browser's own detector, else zxing in a worker. */

export interface QrReader {
  /** The text of a code in the frame, or null. The frame is used up. */
  readonly read: (frame: ImageBitmap) => Promise<string | null>
  readonly close: () => void
}

interface NativeDetector {
  detect(source: ImageBitmap): Promise<{ rawValue: string }[]>
}
interface NativeDetectorClass {
  new (options: { formats: string[] }): NativeDetector
  getSupportedFormats(): Promise<string[]>
}

export async function createQrReader(): Promise<QrReader> {
  const Detector = (globalThis as { BarcodeDetector?: NativeDetectorClass }).BarcodeDetector // not in TypeScript's DOM yet
  if (Detector && (await Detector.getSupportedFormats()).includes('qr_code')) {
    const detector = new Detector({ formats: ['qr_code'] })
    return {
      async read(frame) {
        try {
          return (await detector.detect(frame))[0]?.rawValue ?? null
        } finally {
          frame.close()
        }
      },
      close() {},
    }
  }
  return workerReader()
}

function workerReader(): QrReader {
  const worker = new Worker(new URL('./qr-worker.ts', import.meta.url), { type: 'module' })
  const waiting = new Map<number, (text: string | null) => void>()
  let last = 0
  worker.addEventListener('message', (message: MessageEvent<{ id: number; text: string | null }>) => {
    waiting.get(message.data.id)?.(message.data.text)
    waiting.delete(message.data.id)
  })
  return {
    read(frame) {
      last += 1
      const id = last
      return new Promise((resolve) => {
        waiting.set(id, resolve)
        worker.postMessage({ id, frame }, [frame])
      })
    },
    close: () => worker.terminate(),
  }
}
