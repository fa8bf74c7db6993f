/** The words of a PDF as a reader sees them: those that pdfkit writes with the fonts that it embeds. */
import { inflateSync } from 'node:zlib'

/** The lines of its pages, each as it was drawn. */
export function pdfLines(pdf: Buffer): string[] {
  const objects = objectsOf(pdf)
  const all = [...objects.values()].map(({ text }) => text)
  const fonts = new Map(
    all.flatMap((text) =>
      [...text.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(
        ([, name = '', id = '']) => [name, lettersOf(objects, id)] as const,
      ),
    ),
  )
  const contents = all.flatMap((text) => /\/Contents (\d+) 0 R/.exec(text)?.[1] ?? [])
  return contents.flatMap((id) => linesOf(objects.get(id)?.stream ?? '', fonts))
}

interface PdfObject {
  readonly text: string
  /** What its stream holds; empty where it has none, or no text. */
  readonly stream: string
}

function objectsOf(pdf: Buffer): ReadonlyMap<string, PdfObject> {
  const objects = new Map<string, PdfObject>()
  for (const { index, 1: id = '' } of pdf.toString('latin1').matchAll(/(?<=^|\n)(\d+) 0 obj\n/g)) {
    const end = pdf.indexOf('\nendobj', index)
    const begin = pdf.indexOf('\nstream\n', index)
    const hasStream = begin >= 0 && begin < end
    const text = pdf.toString('latin1', index, hasStream ? begin : end)
    const isText = hasStream && text.includes('/FlateDecode') && !/\/(?:Length1|Subtype)/.test(text)
    const bytes = isText ? inflateSync(pdf.subarray(begin + 8, pdf.indexOf('\nendstream', begin))) : Buffer.alloc(0)
    objects.set(id, { text, stream: bytes.toString('latin1') })
  }
  return objects
}

/** What each glyph of a font says. */
function lettersOf(objects: ReadonlyMap<string, PdfObject>, fontId: string): ReadonlyMap<string, string> {
  const map = /\/ToUnicode (\d+) 0 R/.exec(objects.get(fontId)?.text ?? '')?.[1] ?? ''
  const letters = new Map<string, string>()
  const ranges = (objects.get(map)?.stream ?? '').matchAll(/<([\da-f]{4})> <[\da-f]{4}> \[([^\]]*)\]/gi)
  for (const [, from = '', said = ''] of ranges) {
    for (const [n, [, hex = '']] of [...said.matchAll(/<([\da-f ]*)>/gi)].entries()) {
      const glyph = (Number.parseInt(from, 16) + n).toString(16).padStart(4, '0')
      letters.set(glyph, Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'))
    }
  }
  return letters
}

function linesOf(content: string, fonts: ReadonlyMap<string, ReadonlyMap<string, string>>): string[] {
  return [...content.matchAll(/\bBT\b(.*?)\bET\b/gs)].map(([, drawn = '']) => {
    const letters = fonts.get(/\/(F\d+) /.exec(drawn)?.[1] ?? '')
    return [...drawn.matchAll(/<([\da-f]+)>/gi)]
      .flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
      .map((glyph) => letters?.get(glyph.toLowerCase()) ?? '?')
      .join('')
  })
}
