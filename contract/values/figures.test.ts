import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { figures } from './figures.ts'

const all = Object.values(figures)

test('each figure has its own name, and says in at most two sentences what it counts', () => {
  expect(new Set(all.map(({ label }) => label)).size).toBe(all.length)
  for (const { definition } of all) expect(definition).toMatch(/^[^.]+\.( [^.]+\.)?$/)
})

/** Names that are only a figure's; the others are words too. */
const OWN = [
  figures.sold,
  figures.paid,
  figures.refunded,
  figures.kept,
  figures.platform,
  figures.commissions,
  figures.held,
]
/** A figure as it is written by hand where a label or a header is. */
const byHand = (label: string) =>
  new RegExp(`(label|header|measured)(=|: )["'\`]${label}["'\`]|(money|figure|cell)\\(\\s*'${label}'`)

function handwritten(source: string): string[] {
  return OWN.flatMap(({ label }) => (byHand(label).test(source) ? [label] : []))
}

test('no screen and no file writes the name of a figure by hand', () => {
  const files = globSync(['web/areas/**/*.{ts,tsx}', 'web/features/**/*.{ts,tsx}', 'server/modules/**/documents.ts'])
  expect(files.length).toBeGreaterThan(100)
  const found = files
    .filter((file) => !file.includes('.test.'))
    .flatMap((file) => handwritten(readFileSync(file, 'utf8')).map((label) => `${file}: ${label}`))
  expect(found).toEqual([])
  expect(handwritten(`money('Pagado', () => 1)`)).toEqual(['Pagado'])
  expect(handwritten(`<Stat label="Vendidas" />`)).toEqual(['Vendidas'])
})
