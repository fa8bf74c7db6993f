import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { describePermissions } from './permissions.ts'

test('docs/permissions.md is what the endpoints declare; npm run docs:permissions writes it', async () => {
  const written = await readFile(new URL('../docs/permissions.md', import.meta.url), 'utf8')
  expect(written).toBe(await describePermissions())
})
