/** Plain writes of one table whose rows belong to a parent. */
import { sql, type Insertable } from 'kysely'
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

/** Typed writes of `table`. `update` and `remove` return whether the parent has such a row that was not removed. */
export function rowsOf<
  const Table extends keyof DB & string,
  const Columns extends Readonly<Record<string, Column<Table>>>,
>(table: Table, { parent, columns, removed }: RowsSpec<Table, Columns>) {
  type Change = Partial<Fields<Table, Columns>>
  const named = (fields: object) =>
    Object.fromEntries(
      Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[columns[name] ?? name, value]])),
    )
  const change = async (db: Db, { id, parentId }: RowOf, set: object) => {
    const updated = await db
      .updateTable(table as keyof DB)
      .set(set as never) // columns of this table, by the declaration
      .where(sql.ref('id'), '=', id)
      .where(sql.ref(parent), '=', parentId)
      .where(sql.ref(removed), 'is', null)
      .executeTakeFirst()
    return updated.numUpdatedRows === 1n
  }
  return {
    async insert(db: Db, { id, parentId }: RowOf, fields: Change): Promise<void> {
      await db
        .insertInto(table as keyof DB)
        .values({ id, [parent]: parentId, ...named(fields) } as never) // as above
        .execute()
    },
    async update(db: Db, row: RowOf, fields: Change): Promise<boolean> {
      return change(db, row, { id: row.id, ...named(fields) })
    },
    async remove(db: Db, row: RowOf): Promise<boolean> {
      return change(db, row, { [removed]: sql`app_now()` })
    },
  }
}
