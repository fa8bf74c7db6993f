/** What comments and documents cite is in the repository: files, rules, invariants, threats and what makes the hot path fast. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readSources } from '#server/testing/source.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const numbersOf = (file: string, pattern: RegExp) =>
  new Set([...readFileSync(join(root, file), 'utf8').matchAll(pattern)].map(([, number = '']) => number))

const rules = numbersOf('docs/rules.md', /^(?:- \*\*|## )(R\d+(?:\.\d+)?)\b/gm)
const invariants = numbersOf('docs/invariants.md', /^\| ([A-Z]\d) \|/gm)
const threats = numbersOf('docs/threats.md', /^\| (\d+) \|/gm)
const ways = numbersOf('bench/README.md', /^- \*\*(P\d)\b/gm)

interface Text {
  readonly path: string
  readonly text: string
}

/** Gives the citations of a text that lead nowhere. */
function lostIn({ path, text }: Text): string[] {
  const all = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, cited = '']) => cited)
  const parts = (cited: string[], one: RegExp) => cited.flatMap((each) => each.match(one) ?? [])
  const files = all(/((?:[\w.-]+\/)*[\w-]+\.md)\b/gi).filter(
    (name) => !['', dirname(path), 'docs'].some((folder) => existsSync(join(root, folder, name))),
  )
  const ofInvariants = parts(all(/\binvariants? ((?:[A-Z]\d(?:, | and )?)+)/gi), /[A-Z]\d/g)
  const ofThreats = parts(all(/\bthreats? ((?:\d+(?:, | and )?)+)/gi), /\d+/g)
  const byRow = all(/(\bpermissions row|\(rows? \d+|(?<!RFC \d+ |Core )§\d)/g)
  return [
    ...files,
    ...all(/\b(R\d+\.\d+)\b/g).filter((rule) => !rules.has(rule)),
    ...all(/(?:\bsection|rules\.md`?,) (R\d+)\b(?!\.)/g).filter((section) => !rules.has(section)),
    ...ofInvariants.filter((each) => !invariants.has(each)),
    ...ofThreats.filter((each) => !threats.has(each)),
    ...all(/bench\/README\.md`?, (P\d)/g).filter((each) => !ways.has(each)),
    ...byRow,
  ]
}

test('what is cited is there', () => {
  const texts = readSources([
    '*.md',
    '{contract,server,simulators,web,e2e,bench,scripts,docs}/**/*.{ts,tsx,mjs,md,sql,css}',
  ]).filter(({ path }) => path !== 'server/citations.test.ts')
  expect(texts.length).toBeGreaterThan(500)
  expect(texts.flatMap((each) => lostIn(each).map((cited) => `${each.path} cites ${cited}`))).toEqual([])
})

test('the files and rooms that a module names in its table of contents are there', () => {
  const names = new Set(
    readSources(['{contract,server}/**/*.ts']).flatMap(({ path }) =>
      path.split('/').map((part) => part.replace(/\..*$/, '')),
    ),
  )
  const lost = readSources(['server/modules/*/README.md']).flatMap(({ path, text }) =>
    [...text.matchAll(/`(?:[\w.-]+\/)*([a-z]+(?:-[a-z]+)+)(?:\.ts|\.test\.ts)?`/g)]
      .filter(([, name = '']) => !names.has(name))
      .map(([cited]) => `${path} names ${cited}`),
  )
  expect(lost).toEqual([])
})

test('the paths that documents name exist', () => {
  const isThere = (name: string, folder: string) =>
    ['', folder, 'server', 'server/modules', 'web', 'docs'].some((base) => existsSync(join(root, base, name)))
  const pattern =
    /`((?:(?:server|web|contract|docs|e2e|bench|scripts|simulators)\/|\.\.?\/)[\w./-]+|[\w./-]+\/[\w.-]+\.(?:tsx?|sql|mjs|md))`/g
  const lost = readSources(['*.md', '{contract,server,simulators,web,e2e,bench,docs}/**/*.md']).flatMap(
    ({ path, text }) =>
      [...text.matchAll(pattern)]
        .filter(([, name = '']) => !name.startsWith('bench/out/') && !isThere(name, dirname(path)))
        .map(([cited]) => `${path} names ${cited}`),
  )
  expect(lost).toEqual([])
})

test.each([
  ['the order of behaviour.md says', ['behaviour.md']],
  ['see `../../docs/rules.md`, rules R1.1 and R99.1', ['R99.1']],
  ['as invariants I1 and Z9 ask (threats 4, 27 and 99)', ['Z9', '99']],
  ['docs/rules.md, R99; bench/README.md, P9', ['R99', 'P9']],
  ['`lookUpPhone` (row 10) and product §4', ['(row 10', '§4']],
  [
    'docs/rules.md, CONTRIBUTING.md and README.md next to it; invariant M3, threat 27, rule R9.3, bench/README.md, P1',
    [],
  ],
])('%s: the lost citations are %j', (text, lost) => {
  expect(lostIn({ path: 'server/db/once.ts', text })).toEqual(lost)
})

test('the templates that WhatsApp has to approve are in the manual of operation', () => {
  const named = readSources(['server/**/*.ts']).flatMap(({ path, code }) =>
    path.endsWith('.test.ts')
      ? []
      : [...code.matchAll(/TEMPLATES?\w*(?:: [^=]+)? = (\{[^}]*\}|'[^']*')/g)].flatMap(([, values = '']) =>
          [...values.matchAll(/'([a-z_]+)'/g)].map(([, name = '']) => name),
        ),
  )
  const manual = readFileSync(new URL('../docs/operations.md', import.meta.url), 'utf8')
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((name) => !manual.includes(`\`${name}\``))).toEqual([])
})
