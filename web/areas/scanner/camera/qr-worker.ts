/** Reads QR codes off the main thread, where the browser has no detector of its own. */
import { qrTextsInFrame } from './qr-texts.ts'

export interface FrameQuestion {
  readonly id: number
  readonly frame: ImageBitmap
}
/** `failed` is why the worker could not look; a frame without a code has no texts. */
export type FrameAnswer = { readonly id: number } & (
  | { readonly texts: readonly string[] }
  | { readonly failed: string }
)

// Made with the first frame: a browser without it must still get an answer.
let canvas: OffscreenCanvas | undefined

addEventListener('message', ({ data: { id, frame } }: MessageEvent<FrameQuestion>) => {
  void answer(id, frame).then((result: FrameAnswer) => postMessage(result))
})

async function answer(id: number, frame: ImageBitmap): Promise<FrameAnswer> {
  try {
    canvas ??= new OffscreenCanvas(1, 1)
    return { id, texts: await qrTextsInFrame(frame, canvas) }
  } catch (error) {
    return { id, failed: String(error) }
  } finally {
    frame.close()
  }
}
