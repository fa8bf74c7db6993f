import { inflateSync } from 'node:zlib'
import PDFDocument from 'pdfkit'
import { expect, test } from 'vitest'
import { openPaper } from './paper.ts'
import { FONTS } from './pdf-fonts.ts'

const TEXTS = [
  'AVATAR Tú, LTDA. «Yo» WAVE',
  'Viernes 5 de diciembre, 23:30 h',
  '$ 36.000,00 × 2 — N.º 1234-5678',
  'Ñandú ¿Qué? ¡Ya! To. Te, P.',
  'Łódź Þór Żółw Ølby',
  ' a  b ',
]

/** Writes one text in a paper and gives its bytes. */
async function written(text: string, file: string): Promise<Buffer> {
  const doc = openPaper({ title: 'Prueba', size: 'A4', margin: 10 })
  const chunks: Buffer[] = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise((resolve) => doc.on('end', resolve))
  doc.font(file).fontSize(10).text(text, 10, 10, { lineBreak: false })
  doc.end()
  await ended
  return Buffer.concat(chunks)
}

/** What the streams of a PDF hold, uncompressed. */
function streamsOf(pdf: Buffer): string[] {
  const text = pdf.toString('latin1')
  return [...text.matchAll(/\/FlateDecode[^]*?stream\n([^]*?)\nendstream/g)].map(([, bytes = '']) =>
    inflateSync(Buffer.from(bytes, 'latin1')).toString('latin1'),
  )
}

test.each(Object.entries(FONTS))('%s measures as the library does by itself', (_, file) => {
  const ours = openPaper({ title: 'Prueba', size: 'A4', margin: 10 }).font(file).fontSize(10)
  const theirs = new PDFDocument().font(file).fontSize(10)
  for (const text of TEXTS) expect(ours.widthOfString(text), text).toBeCloseTo(theirs.widthOfString(text), 9)
  expect(ours.currentLineHeight(true)).toBeCloseTo(theirs.currentLineHeight(true), 9)
})

test('papers of common letters carry the same font, byte by byte; another letter brings one that begins alike', async () => {
  const [first, second, other] = [
    await written('Fiesta Lunar', FONTS.text),
    await written('Otra noche, $ 1.234', FONTS.text),
    await written('Łódź', FONTS.text),
  ].map((pdf) => streamsOf(pdf).find((stream) => stream.slice(0, 300).includes('glyf')))
  expect(first).toBeDefined()
  expect(second).toBe(first)
  expect(other?.length).toBeGreaterThan(first?.length ?? 0)
})

test('what was written can be copied out again', async () => {
  for (const text of ['Fiesta Lunar', 'Łódź']) {
    const streams = streamsOf(await written(text, FONTS.strong))
    const codes = streams.flatMap((stream) =>
      [...stream.matchAll(/<([0-9a-f]+)> -?[\d.]+/g)].map(([, code]) => code ?? ''),
    )
    const letters =
      streams
        .join('\n')
        .match(/beginbfrange\n<0000> <[0-9a-f]+> \[(.*)\]/)?.[1]
        ?.split(' ') ?? []
    const copied = codes
      .join('')
      .match(/.{4}/g)
      ?.map((code) => String.fromCharCode(Number.parseInt(letters[Number.parseInt(code, 16)]?.slice(1, -1) ?? '0', 16)))
    expect(copied?.join('')).toBe(text)
  }
})
