/**
 * The universal checker: what must be true of every database at every moment. Tests run it after whatever they sold,
 * `prove` after whatever it killed, and `npm run db:check` before a restored backup is trusted. While it sells, a worker
 * looks at what changed instead (`check-changes.ts`).
 */
import { sql } from 'kysely'
import type { Core, Db } from '#server/context.ts'
import { wholeInvariants, type Invariant } from './invariants.ts'

export interface BrokenInvariant {
  readonly name: string
  /** Ids of up to ten rows that break it. */
  readonly ids: readonly string[]
}

/** Of one statement: a check of a whole database takes longer than a request may. */
export const LONGEST_CHECK_MS = 600_000

/** Every invariant that this database breaks, read in one snapshot; empty when all is well. */
export async function findBrokenInvariants({ db, modules }: Pick<Core, 'db' | 'modules'>): Promise<BrokenInvariant[]> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      await sql`set local statement_timeout = ${sql.lit(LONGEST_CHECK_MS)}`.execute(trx)
      return runChecks(trx, wholeInvariants(modules))
    })
}

/** The same inside a transaction, where a test has just broken something. */
export async function runChecks(db: Db, invariants: readonly Invariant[]): Promise<BrokenInvariant[]> {
  const broken: BrokenInvariant[] = []
  for (const { name, query } of invariants) {
    const { rows } = await query.execute(db)
    if (rows.length > 0) broken.push({ name, ids: rows.flatMap((row) => Object.values(row)) })
  }
  return broken
}
