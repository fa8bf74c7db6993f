/** The universal checker for tests that look after each of thousands of steps: the same queries, planned once. */
import pg from 'pg'
import { wholeInvariants } from '#server/db/invariants.ts'
import { sql } from 'kysely'
import type { TestApp } from './app.ts'

export interface QuickCheck {
  /** Every invariant that is broken, with ids of rows that break it; empty when all is well. */
  broken(): Promise<string[]>
  close(): Promise<void>
}

/** `findBrokenInvariants` as one statement, which a connection of its own prepares; close it before its server. */
export async function openQuickCheck({ app, database }: TestApp): Promise<QuickCheck> {
  const client = new pg.Client({ connectionString: database.connectionString })
  await client.connect()
  // Compiling so much text each time would take longer than running it.
  await client.query('set jit = off')
  const text = wholeInvariants(app.modules)
    .map(({ name, query }) => {
      const { sql } = query.compile(app.db)
      return `select ${client.escapeLiteral(name)} as name, json_agg(b)::text as ids from (${sql}) b having count(*) > 0`
    })
    .join(' union all ')
  return {
    async broken() {
      const { rows: clocks } = await app.db.executeQuery<{ offset: string | null }>(offsetOf.compile(app.db))
      await client.query(`select set_config('previa.clock_offset', $1, false)`, [clocks[0]?.offset ?? '0 seconds'])
      const { rows } = await client.query<{ name: string; ids: string }>({ name: 'invariants', text })
      return rows.map(({ name, ids }) => `${name}: ${ids}`)
    },
    close: () => client.end(),
  }
}

const offsetOf = sql<{ offset: string | null }>`select current_setting('previa.clock_offset', true) as offset`
