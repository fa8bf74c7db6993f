/** What every PDF of ours shares: the inks, and how text gets on it. */
import { printable } from './spell.ts'

/** The palette (rule R17.1), as it prints. */
export const INKS = {
  NOCHE: '#0b0c12',
  MESA: '#222637',
  PAPEL: '#f6f4ee',
  HUMO: '#5c6172',
  CELESTE: '#74c7ff',
  SOL: '#ffc233',
} as const

/** The bytes of a document once it is ended. */
export function wholePdf(doc: PDFKit.PDFDocument): Promise<Buffer> {
  const chunks: Buffer[] = []
  return new Promise<Buffer>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.on('end', () => resolve(Buffer.concat(chunks)))
    doc.on('error', reject)
  })
}

/** Below this share of its size a line could not be read. */
const SMALLEST_SHARE = 0.5

/** One line, drawn smaller where it is too long; cut off only where it could not be read any more. */
export function oneLine(doc: PDFKit.PDFDocument, text: string, x: number, y: number, width: number): void {
  const line = printable(text)
  const share = Math.max(SMALLEST_SHARE, Math.min(1, width / doc.widthOfString(line)))
  const height = doc.currentLineHeight()
  doc.save().scale(share, share, { origin: [x, y + height] })
  // A hair wider than the line, which rounding must not break.
  doc.text(line, x, y, { width: width / share + 0.01, height, ellipsis: true })
  doc.restore()
}

export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

interface Sizes {
  readonly largest: number
  readonly smallest: number
  readonly lineGap?: number
  /** At the foot of the box, not its head. */
  readonly atFoot?: boolean
}

/** Draws a text whole within a box, in as many lines as it takes and as large as fits; gives its height. */
export function fitted(
  doc: PDFKit.PDFDocument,
  text: string,
  { x, y, width, height }: Box,
  { largest, smallest, lineGap = 0, atFoot = false }: Sizes,
): number {
  const shown = printable(text)
  const heightAt = (size: number) => doc.fontSize(size).heightOfString(shown, { width, lineGap })
  const words = shown.split(' ')
  // A word is broken only where it would have to be less than half as large.
  const breaks = (size: number) =>
    size > largest / 2 && words.some((word) => doc.fontSize(size).widthOfString(word) > width)
  let size = largest
  while (size > smallest && (breaks(size) || heightAt(size) > height)) size -= 0.5
  const used = heightAt(size)
  const cut = used > height ? { height, ellipsis: true } : {}
  doc.text(shown, x, atFoot ? y + Math.max(0, height - used) : y, { width, lineGap, ...cut })
  return Math.min(used, height)
}
