import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#server/testing/app.ts'
import { containing, wordPatterns } from './search.ts'

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())

const NAMES = ['Rock 100%', 'Rock_100', 'Ñandú Fest', 'Rock \\o/', '東京ナイト']

async function found(typed: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from unnest(${NAMES}::text[]) name where plain_text(name) like ${containing(typed)}`.execute(
    server.app.db,
  )
  return rows.map(({ name }) => name)
}

test.each([
  ['%', ['Rock 100%']],
  ['％', ['Rock 100%']],
  ['﹪', ['Rock 100%']],
  ['_', ['Rock_100']],
  ['＿', ['Rock_100']],
  ['＼', ['Rock \\o/']],
  ['\\', ['Rock \\o/']],
  ['ＲＯＣＫ', ['Rock 100%', 'Rock_100', 'Rock \\o/']],
  ['nandu', ['Ñandú Fest']],
  ['京', ['東京ナイト']],
  ['％＿％', []],
])('%s finds %j', async (typed, names) => {
  expect(await found(typed)).toEqual(names)
})

test('words of marks alone find nothing by themselves', () => {
  expect(wordPatterns('\u0301 \u200d')).toEqual([])
  expect(wordPatterns(' rock   100 ')).toHaveLength(2)
})
