/** Tests wait for what happens: none guesses how long something takes. */
import { expect, test } from 'vitest'
import { readSources, type SourceFile } from '#server/testing/source.ts'

/** What a test waits for by guessing how long it takes, or judges by the time that a busy machine makes longer. */
const GUESSES: readonly (readonly [RegExp, string])[] = [
  [/\bonce\([^)]*'exit'/, "reads a program's end at `exit`, before all that it printed is there: see child-output.ts"],
  [/performance\.now\(\)\s*-/, 'measures time by itself: see timing.ts'],
  [/new Promise\(\(?\w*\)? => setTimeout\(\w+, [1-9]/, 'waits for time to pass: wait for what happens'],
  [/waitForTimeout/, 'waits for time to pass: wait for what is seen'],
]

function guessesOf({ code }: Pick<SourceFile, 'code'>): string[] {
  return GUESSES.flatMap(([pattern, words]) => (pattern.test(code) ? [words] : []))
}

test('tests wait for what happens, and pass on a busy machine', () => {
  const tests = readSources(['{contract,server,simulators,web}/**/*.test.{ts,tsx}', 'e2e/**/*.ts'])
  const wrong = tests.filter(({ path }) => path !== 'server/waiting.test.ts')
  expect(wrong.flatMap((file) => guessesOf(file).map((words) => `${file.path} ${words}`))).toEqual([])
})

test.each([
  ["const [code] = await once(child, 'exit')", 1],
  ['expect(performance.now() - began).toBeLessThan(50)', 1],
  ['await new Promise((resolve) => setTimeout(resolve, 150))', 1],
  ['await page.waitForTimeout(300)', 1],
  ["await once(child, 'close'); await new Promise((resolve) => setTimeout(resolve, 0))", 0],
])('%s has %i of them', (code, count) => {
  expect(guessesOf({ code })).toHaveLength(count)
})
