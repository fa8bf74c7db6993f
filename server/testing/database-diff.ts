/** What a call did to the database, column by column. */
import { sql } from 'kysely'
import type { Db } from '#server/context.ts'

/** Rows by table and primary key. */
export type DatabaseImage = ReadonlyMap<string, ReadonlyMap<string, Readonly<Record<string, unknown>>>>

interface Table {
  readonly name: string
  readonly keys: readonly string[]
  /** Columns that follow from others. */
  readonly generated: readonly string[]
}

/** Every row of the product's own tables, without the columns that are made from others. */
export async function readDatabase(db: Db, except: readonly string[]): Promise<DatabaseImage> {
  const { rows: tables } = await sql<Table>`
    select c.relname as name,
      array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum = any (i.indkey)) as keys,
      array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attgenerated <> '') as generated
      from pg_class c
      join pg_index i on i.indrelid = c.oid and i.indisprimary
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`.execute(db)
  const image = new Map<string, Map<string, Record<string, unknown>>>()
  for (const { name, keys, generated } of tables.filter((table) => !except.includes(table.name))) {
    const { rows } = await sql<{ row: Record<string, unknown> }>`
      select to_jsonb(t) - ${[...generated]}::text[] as row from ${sql.table(name)} t`.execute(db)
    image.set(name, new Map(rows.map(({ row }) => [keys.map((key) => String(row[key])).join(' '), row])))
  }
  return image
}

/** `events.name` for a changed column, `+events` for a row that is new, `-events` for one that is gone; each once. */
export function difference(before: DatabaseImage, after: DatabaseImage): string[] {
  const found = new Set<string>()
  for (const [table, rows] of after) {
    const old = before.get(table)
    for (const [key, row] of rows) {
      const was = old?.get(key)
      if (!was) found.add(`+${table}`)
      else for (const column of changedColumns(was, row)) found.add(`${table}.${column}`)
    }
    for (const key of old?.keys() ?? []) if (!rows.has(key)) found.add(`-${table}`)
  }
  return [...found].sort()
}

function changedColumns(was: Readonly<Record<string, unknown>>, row: Readonly<Record<string, unknown>>): string[] {
  return Object.keys(row).filter((column) => JSON.stringify(was[column]) !== JSON.stringify(row[column]))
}
