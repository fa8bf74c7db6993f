/** What every PDF of ours shares: the fonts, the inks, and how text gets on it. */
import { fileURLToPath } from 'node:url'

const font = (name: string) => fileURLToPath(new URL(`./fonts/archivo-${name}.ttf`, import.meta.url))
export const FONTS = { text: font('text'), strong: font('strong'), display: font('display') }

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

/** Text that is cut off rather than broken. */
export function oneLine(doc: PDFKit.PDFDocument, text: string, x: number, y: number, width: number): void {
  doc.text(printable(text), x, y, { width, height: doc.currentLineHeight(), ellipsis: true })
}

/** Characters that the font has no drawing for, such as emoji, are left out rather than shown as boxes. */
export function printable(text: string): string {
  const kept = text.normalize('NFC').replaceAll(/[^\s\u0020-\u017F\u2013-\u2026\u20AC]/gu, '')
  return kept.replaceAll(/\s+/g, ' ').trim() || '—'
}
