/** Every sentence of docs/specification.md is held by a test, or a file, that is there. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../', import.meta.url))
const SECTIONS = [2, 3, 4, 5, 6, 7, 8, 9]

interface Holder {
  readonly path: string
  /** The title of a test in that file, as its source spells it; '' where the file itself states the sentence. */
  readonly title: string
}

/** Reads the holders of a row: `path`, or `path`: title of a test, one a line of its second cell. */
function holdersOf(row: string): Holder[] {
  const [, , cell = ''] = row.split(/(?<!\\)\|/)
  return cell.split('<br>').map((line) => {
    const [, path = '', title = ''] = /^ *`([^`]+)`(?:: (.+?))? *$/.exec(line) ?? []
    return { path, title: title.replaceAll(String.raw`\|`, '|') }
  })
}

/** Tells whether a test of `code` has that title: `test('…'`, `test.each(…)('…'`. */
function hasTest(code: string, title: string): boolean {
  return ["'", '"', '`'].some(
    (quote) => code.includes(`(${quote}${title}${quote}`) || code.includes(`\n  ${quote}${title}${quote},`),
  )
}

/** Gives what is wrong with a holder, or nothing. */
function faultOf({ path, title }: Holder): string[] {
  if (path === '' || !existsSync(join(root, path))) return [`${path || 'a row'} names no file`]
  const isTest = /\.(test|e2e)\.tsx?$/.test(path)
  if (isTest && title === '') return [`${path} is a test and needs a title`]
  return title === '' || hasTest(readFileSync(join(root, path), 'utf8'), title) ? [] : [`${path} has no «${title}»`]
}

test('each sentence of the specification has its test, or the file that states it', () => {
  const text = readFileSync(join(root, 'docs/specification.md'), 'utf8')
  const rows = text.split('\n').filter((line) => /^\| (?!sentence |-)/.test(line))
  for (const section of SECTIONS) expect(text).toContain(`\n## ${section} `)
  expect(rows.length).toBeGreaterThan(150)
  expect(rows.flatMap((row) => holdersOf(row).flatMap(faultOf))).toEqual([])
})

test.each([
  ['| a sentence | `server/nowhere.test.ts`: a title |', ['server/nowhere.test.ts names no file']],
  [
    '| a sentence | `server/specification.test.ts`: no such title |',
    ['server/specification.test.ts has no «no such title»'],
  ],
  ['| a sentence | `server/specification.test.ts` |', ['server/specification.test.ts is a test and needs a title']],
  ['| a sentence | |', ['a row names no file']],
  ['| a sentence | `docs/rules.md`<br>`docs/glossary.md` |', []],
])('control: %s', (row, faults) => {
  expect(holdersOf(row).flatMap(faultOf)).toEqual(faults)
})
