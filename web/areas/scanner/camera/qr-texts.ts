/** Decodes the QR codes of a picture with zxing. */
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'

prepareZXingModule({ overrides: { locateFile: () => wasmUrl } })

/** Enough for a table full of flyers; the decoder stops there. */
const CODES_PER_FRAME = 16

/** The texts of all QR codes; rejects where WebAssembly is refused. */
export async function qrTextsOf(pixels: ImageData): Promise<string[]> {
  const found = await readBarcodes(pixels, {
    formats: ['QRCode'],
    maxNumberOfSymbols: CODES_PER_FRAME,
    tryHarder: true,
  })
  return found.filter(({ isValid }) => isValid).map(({ text }) => text)
}

type Canvas = OffscreenCanvas | HTMLCanvasElement

/** The texts of all QR codes of a frame, by way of a canvas; rejects where the canvas or WebAssembly is refused. */
export async function qrTextsInFrame(frame: ImageBitmap | HTMLCanvasElement, canvas: Canvas): Promise<string[]> {
  canvas.width = frame.width
  canvas.height = frame.height
  // One call for both kinds of canvas, which TypeScript cannot tell.
  const context = (canvas as OffscreenCanvas).getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('The canvas gives no pixels')
  context.drawImage(frame, 0, 0)
  return qrTextsOf(context.getImageData(0, 0, frame.width, frame.height))
}
