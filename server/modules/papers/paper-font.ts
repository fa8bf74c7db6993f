/**
 * The fonts of our papers as pdfkit uses them. A font file is read once a process, and what papers are written with (Spanish, prices,
 * dates) is one subset of it, made and compressed once: a paper carries those bytes as they are. A paper with another letter gets a
 * subset of its own, which begins with the same glyphs. pdfkit by itself reads the file, measures and cuts it again for each paper.
 */
import { deflateSync } from 'node:zlib'
import PDFDocument from 'pdfkit'
import { FONTS } from './pdf-fonts.ts'

type Cut = keyof typeof FONTS

interface Glyph {
  readonly id: number
  readonly advanceWidth: number
  readonly codePoints: readonly number[]
}

interface Position {
  readonly xAdvance: number
  readonly yAdvance: number
  readonly xOffset: number
  readonly yOffset: number
  readonly advanceWidth: number
}

/** What pdfkit keeps of a font file that it opened, in thousandths of the size; its types do not name it. */
interface Face {
  readonly postscriptName: string
  readonly ascent: number
  readonly descent: number
  readonly lineGap: number
  readonly capHeight: number
  readonly xHeight: number
  readonly italicAngle: number
  readonly bbox: Readonly<Record<'minX' | 'minY' | 'maxX' | 'maxY', number>>
  hasGlyphForCodePoint(codePoint: number): boolean
  layout(text: string): { readonly glyphs: readonly Glyph[]; readonly positions: readonly Position[] }
  createSubset(): { includeGlyph(id: number): number; encode(): Uint8Array }
}

/** What every paper's font holds: in order, so that each has the same number in all of them. */
const COMMON = `${String.fromCharCode(...Array.from({ length: 95 }, (_, n) => 32 + n))}áéíóúñüÁÉÍÓÚÑÜ¿¡·º×–—’…`
/** Glyph 0 is drawn for what a font lacks. */
const MISSING: Glyph = { id: 0, advanceWidth: 0, codePoints: [0] }

interface OpenFace {
  readonly face: Face
  readonly common: CommonGlyphs
}

interface CommonGlyphs {
  /** In the order of the subset. */
  readonly glyphs: readonly Glyph[]
  /** By character, the place in the subset. */
  readonly places: ReadonlyMap<string, number>
  /** By the places of two characters: how far the second is from the first. NaN until it was asked. */
  readonly advances: Float64Array
  /** The subset's file, compressed. */
  readonly file: Buffer
  readonly fileBytes: number
  /** `unicodeMap` of it, compressed. */
  readonly unicode: Buffer
}

const faces: Partial<Record<Cut, OpenFace>> = {}

/** Opened when the first paper is drawn: a process that draws none does without. */
function faceOf(cut: Cut): OpenFace {
  return (faces[cut] ??= openFace(cut))
}

function openFace(cut: Cut): OpenFace {
  const probe = new PDFDocument({ autoFirstPage: false }).font(FONTS[cut]) as unknown as {
    readonly _font: { readonly font: Face }
  }
  const face = probe._font.font
  const glyphs = [MISSING]
  const places = new Map<string, number>()
  for (const character of COMMON) {
    const [glyph = MISSING] = face.layout(character).glyphs
    places.set(character, glyphs.push(glyph) - 1)
  }
  const file = fileOf(face, glyphs)
  return {
    face,
    common: {
      glyphs,
      places,
      advances: new Float64Array(glyphs.length ** 2).fill(NaN),
      file: deflateSync(file, { level: 9 }),
      fileBytes: file.length,
      unicode: deflateSync(unicodeMap(glyphs)),
    },
  }
}

function fileOf(face: Face, glyphs: readonly Glyph[]): Uint8Array {
  const subset = face.createSubset()
  for (const { id } of glyphs) subset.includeGlyph(id)
  return subset.encode()
}

/** Whether every cut draws a character. */
export function isDrawn(character: string): boolean {
  const codePoint = character.codePointAt(0) ?? 0
  return Object.keys(FONTS).every((cut) => faceOf(cut as Cut).face.hasGlyphForCodePoint(codePoint))
}

/** `ref` of a document; its types name too little of it. */
interface Reference {
  data: object
  end(bytes?: Uint8Array | string): void
}
type Document = PDFKit.PDFDocument & { ref(data?: object): Reference }

/** One cut in one document: what pdfkit asks of a font. */
class PaperFont {
  readonly id: string
  readonly name: string
  readonly ascender: number
  readonly descender: number
  readonly lineGap: number
  readonly capHeight: number
  readonly xHeight: number
  readonly bbox: Face['bbox']
  readonly #document: Document
  readonly #open: OpenFace
  /** Those beyond the common ones, by their id, in the order of their places. */
  readonly #own = new Map<number, Glyph>()
  #dictionary: Reference | undefined

  constructor(document: Document, cut: Cut) {
    this.#document = document
    this.#open = faceOf(cut)
    const { face } = this.#open
    this.id = `F${Object.keys(FONTS).indexOf(cut) + 1}`
    // Six capitals say that it is a subset; without them viewers may take one cut for another, which has the same name.
    this.name = `PAPER${cut.charAt(0).toUpperCase()}+${face.postscriptName}`
    this.ascender = face.ascent
    this.descender = face.descent
    this.lineGap = face.lineGap
    this.capHeight = face.capHeight
    this.xHeight = face.xHeight
    this.bbox = face.bbox
  }

  lineHeight(size: number, includeGap = false): number {
    return ((this.ascender + (includeGap ? this.lineGap : 0) - this.descender) / 1000) * size
  }

  widthOfString(text: string, size: number): number {
    let width = 0
    for (const { xAdvance } of this.#layout(text).positions) width += xAdvance
    return (width * size) / 1000
  }

  /** The places of the glyphs in hexadecimal, and how far each is from the next. */
  encode(text: string): [codes: string[], positions: readonly Position[]] {
    const { places, positions } = this.#layout(text)
    return [places.map((place) => place.toString(16).padStart(4, '0')), positions]
  }

  ref(): Reference {
    return (this.#dictionary ??= this.#document.ref())
  }

  /** Called at the end of the document, once. */
  finalize(): void {
    if (this.#dictionary) this.#embed(this.#dictionary)
  }

  #layout(text: string): { places: number[]; positions: Position[] } {
    const places: number[] = []
    const positions: Position[] = []
    // A word with its space at a time, as pdfkit measures: none is set closer to the space before it.
    for (const word of text.split(/(?<= )/)) {
      const known = Array.from(word, (character) => this.#open.common.places.get(character))
      if (known.every((place) => place !== undefined)) this.#placeCommon(known, places, positions)
      else this.#placeAny(word, places, positions)
    }
    return { places, positions }
  }

  #placeCommon(known: readonly number[], places: number[], positions: Position[]): void {
    const { glyphs } = this.#open.common
    for (const [index, place] of known.entries()) {
      const next = known[index + 1]
      const { advanceWidth } = glyphs[place] ?? MISSING
      const xAdvance = next === undefined ? advanceWidth : this.#advanceOf(place, next)
      places.push(place)
      positions.push({ xAdvance, yAdvance: 0, xOffset: 0, yOffset: 0, advanceWidth })
    }
  }

  /** Our fonts join no letters and set no more than two in relation: without `GSUB`, with the kerning of `GPOS` alone. */
  #advanceOf(first: number, second: number): number {
    const { glyphs, advances } = this.#open.common
    const index = first * glyphs.length + second
    const known = advances[index] ?? NaN
    if (!Number.isNaN(known)) return known
    const pair = [COMMON[first - 1], COMMON[second - 1]].join('')
    return (advances[index] = this.#open.face.layout(pair).positions[0]?.xAdvance ?? 0)
  }

  #placeAny(word: string, places: number[], positions: Position[]): void {
    const { glyphs, positions: found } = this.#open.face.layout(word)
    for (const [index, glyph] of glyphs.entries()) {
      places.push(this.#placeOf(glyph))
      positions.push({ ...(found[index] as Position), advanceWidth: glyph.advanceWidth }) // one for each glyph
    }
  }

  #placeOf(glyph: Glyph): number {
    const { glyphs } = this.#open.common
    const common = glyphs.findIndex(({ id }) => id === glyph.id)
    if (common >= 0) return common
    this.#own.set(glyph.id, glyph)
    return glyphs.length + [...this.#own.keys()].indexOf(glyph.id)
  }

  #embed(dictionary: Reference): void {
    const { face, common } = this.#open
    const glyphs = [...common.glyphs, ...this.#own.values()]
    const own = this.#own.size === 0 ? null : fileOf(face, glyphs)
    const file = this.#ended(
      { Filter: 'FlateDecode', Length1: own?.length ?? common.fileBytes },
      own ? deflateSync(own) : common.file,
    )
    const { minX, minY, maxX, maxY } = face.bbox
    const descriptor = this.#ended({
      Type: 'FontDescriptor',
      FontName: this.name,
      Flags: 4,
      FontBBox: [minX, minY, maxX, maxY],
      ItalicAngle: face.italicAngle,
      Ascent: face.ascent,
      Descent: face.descent,
      CapHeight: face.capHeight,
      XHeight: face.xHeight,
      StemV: 0,
      FontFile2: file,
    })
    const descendant = this.#ended({
      Type: 'Font',
      Subtype: 'CIDFontType2',
      BaseFont: this.name,
      CIDSystemInfo: { Registry: new String('Adobe'), Ordering: new String('Identity'), Supplement: 0 },
      FontDescriptor: descriptor,
      W: [0, glyphs.map(({ advanceWidth }) => advanceWidth)],
      CIDToGIDMap: 'Identity',
    })
    dictionary.data = {
      Type: 'Font',
      Subtype: 'Type0',
      BaseFont: this.name,
      Encoding: 'Identity-H',
      DescendantFonts: [descendant],
      ToUnicode: this.#ended({ Filter: 'FlateDecode' }, own ? deflateSync(unicodeMap(glyphs)) : common.unicode),
    }
    dictionary.end()
  }

  #ended(data: object, bytes?: Uint8Array | string): Reference {
    const reference = this.#document.ref(data)
    reference.end(bytes)
    return reference
  }
}

/** Which letters the glyphs are, for who copies or searches the text. */
function unicodeMap(glyphs: readonly Glyph[]): string {
  const hex = (unit: number) => unit.toString(16).padStart(4, '0')
  const letters = glyphs.map(({ codePoints }) => {
    const text = String.fromCodePoint(...codePoints)
    return `<${Array.from({ length: text.length }, (_, n) => hex(text.charCodeAt(n))).join('')}>`
  })
  // A range ends at a full byte.
  const ranges = Array.from({ length: Math.ceil(letters.length / 256) }, (_, n) => {
    const part = letters.slice(n * 256, (n + 1) * 256)
    return `<${hex(n * 256)}> <${hex(n * 256 + part.length - 1)}> [${part.join(' ')}]`
  })
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000><ffff>
endcodespacerange
${ranges.length} beginbfrange
${ranges.join('\n')}
endbfrange
endcmap
CMapName currentdict /CMap defineresource pop
end
end`
}

/** Lets `document.font(FONTS.…)` find our fonts, before the first text. */
export function addOurFonts(document: PDFKit.PDFDocument): void {
  const { _fontFamilies: known } = document as unknown as { readonly _fontFamilies: Record<string, PaperFont> }
  for (const [cut, file] of Object.entries(FONTS)) known[file] = new PaperFont(document, cut as Cut)
}
