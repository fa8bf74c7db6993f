import type { RawBuilder } from 'kysely'
import type { Db } from '#server/context.ts'

/** The only row of a statement that always gives one, as sums do. */
export async function oneRow<Row>(db: Db, statement: RawBuilder<Row>): Promise<Row> {
  const { rows } = await statement.execute(db)
  const [row] = rows
  if (!row) throw new Error('The statement gave no row')
  return row
}
