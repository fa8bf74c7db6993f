/** Plain writes: a row of any table by its fields, and rows that belong to a parent and have a place among its rows. */
import { sql, type Insertable, type Kysely, type RawBuilder } from 'kysely'
import type { FailureCode } from '#contract/api/failures.ts'
import type { Core, Db } from '#server/context.ts'
import { Failure } from '#server/shared/failure.ts'
import type { DB } from './schema.ts'

type Camel<Name> = Name extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<Camel<Tail>>}` : Name
type Column<Table extends keyof DB> = keyof DB[Table] & string
type Own<Parent> = Camel<Parent> | 'id' | 'position' | 'removedAt' | 'createdAt'
/** The columns that a caller may write, in camel case. */
type Fields<Table extends keyof DB, Parent> = {
  [Name in keyof Insertable<DB[Table]> as Exclude<Camel<Name>, Own<Parent>>]: Insertable<DB[Table]>[Name]
}
/** What a row of a table is added with, in camel case. */
export type RowFields<Table extends keyof DB> = {
  readonly [Name in keyof Insertable<DB[Table]> as Camel<Name>]: Insertable<DB[Table]>[Name] | RawBuilder<unknown>
}
/** A field that is undefined keeps its value. */
type Change<Written> = { readonly [Name in keyof Written]?: Written[Name] | undefined }

interface RowsSpec<Parent> {
  /** The column of the parent's id. */
  readonly parent: Parent
  /** Thrown for a row that the parent does not have or that was removed. */
  readonly missing: FailureCode
  /** The most rows of one parent, and what is thrown for one more. */
  readonly most: readonly [number, FailureCode]
}

export interface RowOf {
  readonly id: string
  readonly parentId: string
}

/** The columns are checked by `Fields`, so the statements need not be. */
type AnyTable = Kysely<Record<string, Record<string, unknown>>>

/** A field that is undefined is left to the table. */
function columnsOf(fields: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [columnOf(name), value]),
  )
}

function columnOf(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** A field that the table does not have, of a spread value too, does not compile. */
type Only<Table extends keyof DB, Given> = Given & Record<Exclude<keyof Given, keyof RowFields<Table>>, never>

/** Adds a row. */
export async function insertRow<Table extends keyof DB, Given extends RowFields<Table>>(
  db: Db,
  table: Table,
  fields: Only<Table, Given>,
): Promise<void> {
  await (db as unknown as AnyTable).insertInto(table).values(columnsOf(fields)).execute()
}

/** Adds a row unless one that it would repeat is there: then false. */
export async function insertNew<Table extends keyof DB, Given extends RowFields<Table>>(
  db: Db,
  table: Table,
  fields: Only<Table, Given>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await (db as unknown as AnyTable)
    .insertInto(table)
    .values(columnsOf(fields))
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Changes the rows that have these values, null for none; false when there is no such row. */
export async function updateRows<
  Table extends keyof DB,
  Where extends Partial<RowFields<Table>>,
  Set extends Partial<RowFields<Table>>,
>(db: Db, table: Table, where: Only<Table, Where>, set: Only<Table, Set>): Promise<boolean> {
  const query = (db as unknown as AnyTable).updateTable(String(table)).set(columnsOf(set))
  const { numUpdatedRows } = await Object.entries(where)
    .reduce((found, [name, value]) => found.where(columnOf(name), value === null ? 'is' : '=', value), query)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Typed writes of `table`. Removed rows stay; the others have a `position` from 1, without gaps, under each parent. */
export function rowsOf<const Table extends keyof DB, const Parent extends Column<Table>>(
  table: Table,
  { parent, missing, most: [most, full] }: RowsSpec<Parent>,
) {
  type Written = Fields<Table, Parent>
  const change = async (db: Db, { id, parentId }: RowOf, set: Record<string, unknown>) => {
    const updated = await (db as unknown as AnyTable)
      .updateTable(String(table))
      .set(set)
      .where('id', '=', id)
      .where(String(parent), '=', parentId)
      .where('removed_at', 'is', null)
      .executeTakeFirst()
    if (updated.numUpdatedRows !== 1n) throw new Failure(missing)
  }
  /** Numbers the rows from 1, with `id` at `position`, or at the end where there are fewer. */
  const place = async (db: Db, { id, parentId }: RowOf, position: number | null) => {
    await sql`
      with others as (
        select id, row_number() over (order by position, id) as place from ${sql.table(table)}
         where ${sql.ref(parent)} = ${parentId}::uuid and removed_at is null and id <> ${id}::uuid
      ), placed as (
        select id, place + (place >= coalesce(${position}::int, place + 1))::int as place from others
        union all
        select ${id}::uuid, least(${position}::int, (select count(*) + 1 from others)) where ${position}::int is not null
      )
      update ${sql.table(table)} r set position = p.place from placed p where p.id = r.id and r.position <> p.place`.execute(
      db,
    )
  }
  return {
    /** Adds a row at the end. The caller holds the parent's lock. */
    async insert(db: Db, { id, parentId }: RowOf, fields: Written): Promise<void> {
      const any = db as unknown as AnyTable
      const { count } = await any
        .selectFrom(String(table))
        .select(sql<number>`count(*)`.as('count'))
        .where(String(parent), '=', parentId)
        .where('removed_at', 'is', null)
        .executeTakeFirstOrThrow()
      if (count >= most) throw new Failure(full)
      const row = { id, [parent]: parentId, position: count + 1, ...columnsOf(fields) }
      await any.insertInto(table).values(row).execute()
    },
    /** Changes the fields that are given; `position` moves the row. The caller holds the parent's lock. */
    async update(db: Db, row: RowOf, fields: Change<Written & { position: number }>): Promise<void> {
      const { position, ...rest } = fields as Change<{ position: number }>
      await change(db, row, { id: row.id, ...columnsOf(rest) })
      if (position !== undefined) await place(db, row, position)
    },
    async remove(db: Db, row: RowOf): Promise<void> {
      await change(db, row, { removed_at: sql`app_now()` })
      await place(db, row, null)
    },
    async parentOf({ db }: Core, id: string): Promise<string> {
      const row = await (db as unknown as AnyTable)
        .selectFrom(String(table))
        .select(sql<string>`${sql.ref(parent)}`.as('parentId'))
        .where('id', '=', id)
        .where('removed_at', 'is', null)
        .executeTakeFirst()
      if (!row) throw new Failure(missing)
      return row.parentId
    },
  }
}
