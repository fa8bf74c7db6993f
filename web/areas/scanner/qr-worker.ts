/** Reads QR codes off the main thread, where the browser has no detector of its own. */
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'

prepareZXingModule({ overrides: { locateFile: () => wasmUrl } })

const canvas = new OffscreenCanvas(1, 1)
const context = canvas.getContext('2d', { willReadFrequently: true })

addEventListener('message', (message: MessageEvent<{ id: number; frame: ImageBitmap }>) => {
  void answer(message.data.id, message.data.frame)
})

async function answer(id: number, frame: ImageBitmap): Promise<void> {
  canvas.width = frame.width
  canvas.height = frame.height
  context?.drawImage(frame, 0, 0)
  frame.close()
  const pixels = context?.getImageData(0, 0, canvas.width, canvas.height)
  const found = pixels
    ? await readBarcodes(pixels, { formats: ['QRCode'], maxNumberOfSymbols: 1, tryHarder: true })
    : []
  postMessage({ id, text: found[0]?.text ?? null })
}
