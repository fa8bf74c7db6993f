/** zxing in a worker, as a reader of frames. */
import type { FrameReader } from './qr-reader.ts'
import type { FrameAnswer, FrameQuestion } from './qr-worker.ts'

interface Waiting {
  readonly resolve: (texts: readonly string[]) => void
  readonly reject: (error: Error) => void
}

export function workerReader(): FrameReader {
  const worker = new Worker(new URL('./qr-worker.ts', import.meta.url), { type: 'module' })
  const waiting = new Map<number, Waiting>()
  let last = 0
  let broken: Error | undefined
  worker.addEventListener('message', ({ data }: MessageEvent<FrameAnswer>) => {
    const asked = waiting.get(data.id)
    waiting.delete(data.id)
    if ('texts' in data) asked?.resolve(data.texts)
    else asked?.reject(new Error(data.failed))
  })
  // Its program did not load or stopped, or an answer could not be read: nothing that waits is answered any more.
  for (const type of ['error', 'messageerror']) {
    worker.addEventListener(type, () => {
      broken = new Error(`The worker reported ${type}`)
      for (const { reject } of waiting.values()) reject(broken)
      waiting.clear()
    })
  }
  return {
    read(frame) {
      if (broken) return Promise.reject(broken)
      if (!('close' in frame)) return Promise.reject(new Error('A canvas cannot be sent to a worker'))
      last += 1
      const question: FrameQuestion = { id: last, frame }
      return new Promise((resolve, reject) => {
        waiting.set(question.id, { resolve, reject })
        worker.postMessage(question, [frame])
      })
    },
    close: () => worker.terminate(),
  }
}
