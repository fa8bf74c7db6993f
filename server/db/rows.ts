/** Plain writes of one table whose rows belong to a parent. */
import { sql, type Insertable, type Kysely } from 'kysely'
import type { Db } from '#server/context.ts'
import type { DB } from './schema.ts'

type Column<Table extends keyof DB> = keyof DB[Table] & string
type Fields<Table extends keyof DB, Columns extends Readonly<Record<string, Column<Table>>>> = {
  [Name in keyof Columns]: Insertable<DB[Table]>[Columns[Name] & keyof Insertable<DB[Table]>]
}

interface RowsSpec<Table extends keyof DB, Columns> {
  /** The column of the parent's id. */
  readonly parent: Column<Table>
  /** Fields by name, each with its column. */
  readonly columns: Columns
  /** The column of the instant at which a row was removed; its rows stay. */
  readonly removed: Column<Table>
}

export interface RowOf {
  readonly id: string
  readonly parentId: string
}

/** The columns are checked by the declaration, so the statements need not be. */
type AnyTable = Kysely<Record<string, Record<string, unknown>>>

/** Typed writes of `table`. `update` and `remove` return whether the parent has such a row that was not removed. */
export function rowsOf<const Table extends keyof DB, const Columns extends Readonly<Record<string, Column<Table>>>>(
  table: Table,
  { parent, columns, removed }: RowsSpec<Table, Columns>,
) {
  /** What is undefined keeps its value. */
  type Change = { [Name in keyof Columns]?: Fields<Table, Columns>[Name] | undefined }
  const named = (fields: Change) =>
    Object.fromEntries(
      Object.entries(columns).flatMap(([name, column]) => (fields[name] === undefined ? [] : [[column, fields[name]]])),
    )
  const change = async (db: Db, { id, parentId }: RowOf, set: Record<string, unknown>) => {
    const updated = await (db as unknown as AnyTable)
      .updateTable(String(table))
      .set(set)
      .where('id', '=', id)
      .where(String(parent), '=', parentId)
      .where(String(removed), 'is', null)
      .executeTakeFirst()
    return updated.numUpdatedRows === 1n
  }
  return {
    async insert(db: Db, { id, parentId }: RowOf, fields: Change): Promise<void> {
      const row = { id, [parent]: parentId, ...named(fields) }
      await (db as unknown as AnyTable).insertInto(table).values(row).execute()
    },
    update: (db: Db, row: RowOf, fields: Change) => change(db, row, { id: row.id, ...named(fields) }),
    remove: (db: Db, row: RowOf) => change(db, row, { [removed]: sql`app_now()` }),
  }
}
