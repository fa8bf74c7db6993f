import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { createTestDatabase } from '#server/testing/database.ts'
import { generateTypes } from './generate-types.ts'

test('server/db/schema.ts is what the migrations make; npm run db:types writes it', async () => {
  const database = await createTestDatabase()
  try {
    const written = await readFile(new URL('../server/db/schema.ts', import.meta.url), 'utf8')
    expect(written).toBe(await generateTypes(database.connectionString))
  } finally {
    await database.drop()
  }
})
