/** A PDF of ours: its language, title and author, and its fonts. */
import PDFDocument from 'pdfkit'
import { brand } from '#contract/platform/brand.ts'
import { addOurFonts } from './paper-font.ts'

interface Paper {
  readonly title: string
  readonly size: 'A4' | [width: number, height: number]
  readonly margin: number
  /** Without it the first page is there at once. */
  readonly autoFirstPage?: false
}

/** An empty document. Its fonts are those of `FONTS`, named by `font` before the first text. */
export function openPaper({ title, ...options }: Paper): PDFKit.PDFDocument {
  const doc = new PDFDocument({
    ...options,
    lang: 'es-AR',
    displayTitle: true,
    info: { Title: `${title} · ${brand.name}`, Author: brand.name },
    ...NO_STANDARD_FONT,
  })
  addOurFonts(doc)
  return doc
}

/** The library opens a font of its own otherwise, which no paper uses; its types do not know null. */
const NO_STANDARD_FONT = { font: null } as object
