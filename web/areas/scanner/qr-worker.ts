/** Reads QR codes off the main thread, where the browser has no detector of its own. */
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'

prepareZXingModule({ overrides: { locateFile: () => wasmUrl } })

const canvas = new OffscreenCanvas(1, 1)
const context = canvas.getContext('2d', { willReadFrequently: true })

addEventListener('message', (message: MessageEvent<{ id: number; frame: ImageBitmap }>) => {
  void answer(message.data.id, message.data.frame)
})

/** Always answers: who asked reads no other frame before. A frame that cannot be read holds no code. */
async function answer(id: number, frame: ImageBitmap): Promise<void> {
  postMessage({ id, text: await textIn(frame).catch(() => null) })
}

async function textIn(frame: ImageBitmap): Promise<string | null> {
  canvas.width = frame.width
  canvas.height = frame.height
  context?.drawImage(frame, 0, 0)
  frame.close()
  const pixels = context?.getImageData(0, 0, canvas.width, canvas.height)
  if (!pixels) return null
  const [found] = await readBarcodes(pixels, { formats: ['QRCode'], maxNumberOfSymbols: 1, tryHarder: true })
  return found?.text ?? null
}
