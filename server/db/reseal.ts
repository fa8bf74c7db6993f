/** Seals values again after a change of the master key, so that the previous key may be forgotten. */
import { sql } from 'kysely'
import type { App } from '#server/context.ts'
import type { SealedColumn } from '#server/module.ts'

/**
 * Every sealed value that stays for longer than the keys are changed, as modules declare them; returns how many were resealed. One
 * that changed meanwhile is left alone: it is fresh. Costs nothing while no key from before is configured. The job `db.reseal`.
 */
export async function reseal(app: App): Promise<number> {
  if (app.config.previousMasterKeys.length === 0) return 0
  let count = 0
  for (const column of app.modules.flatMap(({ sealed = [] }) => sealed)) count += await resealColumn(app, column)
  app.log.info({ count }, 'values were sealed with the master key of today')
  return count
}

async function resealColumn({ db, vault }: App, { table, column, label }: SealedColumn): Promise<number> {
  const [of, value] = [sql.table(table), sql.ref(column)]
  const { rows: places } = await sql<{ place: string }>`
    select ctid::text as place from ${of} where ${value} is not null`.execute(db)
  let count = 0
  // One by one: a sealed photo has a megabyte.
  for (const { place } of places) {
    const { rows } = await sql<{ sealed: string }>`
      select ${value} as sealed from ${of} where ctid = ${place}::tid and ${value} is not null`.execute(db)
    for (const { sealed } of rows.filter((row) => !vault.isFresh(label, row.sealed))) {
      const fresh = vault.seal(label, vault.open(label, sealed))
      await sql`update ${of} set ${value} = ${fresh} where ctid = ${place}::tid and ${value} = ${sealed}`.execute(db)
      count += 1
    }
  }
  return count
}
