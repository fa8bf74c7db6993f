import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestApp } from './app.ts'
import { planAnew } from './prepared-statements.ts'

test('what is sent again is prepared, unless a list is long or its plans are looked at', async () => {
  const server = await createTestApp()
  try {
    await server.app.db.connection().execute(async (db) => {
      const prepared = async () => {
        const { rows } = await planAnew(() =>
          sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(db),
        )
        return rows.map(({ statement }) => statement).filter((statement) => statement.includes('as_test'))
      }
      const ask = (list: readonly number[]) => sql`select ${list}::int[] as as_test`.execute(db)
      await ask([1])
      expect(await prepared()).toEqual([])
      await planAnew(() => ask([1]))
      await ask([1, 2, 3, 4, 5, 6, 7, 8, 9])
      expect(await prepared()).toEqual([])
      await ask([2])
      expect(await prepared()).toEqual(['select $1::int[] as as_test'])
    })
  } finally {
    await server.close()
  }
})
