/** What a call did to the database, column by column. */
import pg from 'pg'
import type { TestDatabase } from './database.ts'

type Row = Readonly<Record<string, unknown>>

interface Table {
  readonly name: string
  readonly keys: readonly string[]
  readonly generated: readonly string[]
}

/** A row that was written since the last look. */
export interface WrittenRow {
  readonly table: string
  /** As it was; none for a new one. */
  readonly before: Row | undefined
  readonly row: Row
}

export interface DatabaseChanges {
  /** New and changed rows, those too that were written as they had been. */
  readonly written: readonly WrittenRow[]
  /** How many rows of each table are gone; tables that lost none are not named. */
  readonly gone: ReadonlyMap<string, number>
  /** Columns that follow from others, as `events.name`. */
  readonly generated: ReadonlySet<string>
}

export interface DatabaseWatch {
  /** What is otherwise in the product's own tables than at the last look. */
  changes(): Promise<DatabaseChanges>
  close(): Promise<void>
}

interface Look {
  readonly name: string
  readonly count: number
  /** Each with the transaction that wrote it. */
  readonly fresh: readonly (readonly [string, Row])[]
}

/** Who writes a table says so in the same transaction. In a schema of its own, that the product's tests of its tables do not see. */
const MARKS = `
  create schema watched;
  create unlogged table watched.marks (name text not null);
  create function watched.mark() returns trigger language plpgsql as $$
  begin
    insert into watched.marks values (tg_table_name);
    return null;
  end $$;`
const markWrites = (table: string) => `
  create trigger watched after insert or update or delete or truncate on ${table}
    for each statement execute function watched.mark();`

/**
 * Looks at a whole database again and again, and reads only the tables that were written in between, and of them what was: by the
 * transactions that were not over at the look before. On a connection of its own; close it before the server.
 */
export async function watchDatabase({ connectionString }: TestDatabase): Promise<DatabaseWatch> {
  const client = new pg.Client({ connectionString, options: '-c timezone=UTC' })
  await client.connect()
  const { rows: tables } = await client.query<Table>(`
    select c.relname as name,
      array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum = any (i.indkey)) as keys,
      array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attgenerated <> '') as generated
      from pg_class c
      left join pg_index i on i.indrelid = c.oid and i.indisprimary
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
     order by 1`)
  const keyless = tables.filter(({ keys }) => keys.length === 0).map(({ name }) => name)
  if (keyless.length > 0) throw new Error(`Without a primary key no row is known again: ${keyless.join(', ')}`)
  await client.query(MARKS + tables.map(({ name }) => markWrites(client.escapeIdentifier(name))).join('\n'))
  const images = new Map(tables.map(({ name }) => [name, new Map<string, { by: string; row: Row }>()]))
  const generated = new Set(tables.flatMap((table) => table.generated.map((column) => `${table.name}.${column}`)))
  const keysOf = new Map(tables.map(({ name, keys }) => [name, keys]))
  const keyIn = (table: string, row: Row) => (keysOf.get(table) ?? []).map((key) => String(row[key])).join(' ')
  let since = '0'
  let isFirst = true

  const lookAt = async (names: readonly string[]): Promise<readonly Look[]> => {
    if (names.length === 0) return []
    const looks = names.map(
      (name) => `
        select '${name}' as name, count(*)::int as count,
               coalesce(jsonb_agg(jsonb_build_array(t.xmin::text, to_jsonb(t)))
                 filter (where age(t.xmin) <= age('${since}'::xid)), '[]') as fresh
          from ${client.escapeIdentifier(name)} t`,
    )
    return (await client.query<Look>(looks.join(' union all '))).rows
  }

  /** Takes out of the image what the table no longer has; gives how many that were. */
  const forget = async (table: string, image: Map<string, unknown>): Promise<number> => {
    const columns = (keysOf.get(table) ?? []).map((key) => client.escapeIdentifier(key))
    const { rows } = await client.query<{ row: Row }>(
      `select to_jsonb(k) as row from (select ${columns.join(', ')} from ${client.escapeIdentifier(table)}) k`,
    )
    const left = new Set(rows.map(({ row }) => keyIn(table, row)))
    const lost = [...image.keys()].filter((key) => !left.has(key))
    for (const key of lost) image.delete(key)
    return lost.length
  }

  const changes = async (): Promise<DatabaseChanges> => {
    const written: WrittenRow[] = []
    const gone = new Map<string, number>()
    await client.query('begin isolation level repeatable read')
    const { rows: horizon } = await client.query<{ id: string }>(
      'select pg_snapshot_xmin(pg_current_snapshot())::xid::text as id',
    )
    const marked = await client.query<{ name: string }>('delete from watched.marks returning name')
    const touched = isFirst ? tables.map(({ name }) => name) : new Set(marked.rows.map(({ name }) => name))
    for (const { name, count, fresh } of await lookAt([...touched])) {
      const image = images.get(name) ?? new Map<string, { by: string; row: Row }>()
      for (const [by, row] of fresh) {
        const key = keyIn(name, row)
        const before = image.get(key)
        // What was over before the last look may come again while another database's transaction is under way.
        if (before?.by === by) continue
        written.push({ table: name, before: before?.row, row })
        image.set(key, { by, row })
      }
      if (image.size !== count) gone.set(name, await forget(name, image))
    }
    await client.query('commit')
    since = horizon[0]?.id ?? since
    isFirst = false
    return { written, gone, generated }
  }

  await changes()
  return { changes, close: () => client.end() }
}

/** `events.name` for a changed column, `+events` for a row that is new, `-events` for one that is gone; each once. */
export function differences({ written, gone, generated }: DatabaseChanges, except: readonly string[]): string[] {
  const found = new Set<string>()
  for (const { table, before, row } of written) {
    if (except.includes(table)) continue
    if (!before) found.add(`+${table}`)
    else for (const column of changedColumns(before, row)) found.add(`${table}.${column}`)
  }
  for (const column of generated) found.delete(column)
  for (const table of gone.keys()) if (!except.includes(table)) found.add(`-${table}`)
  return [...found].sort()
}

function changedColumns(was: Row, row: Row): string[] {
  return Object.keys(row).filter((column) => JSON.stringify(was[column]) !== JSON.stringify(row[column]))
}
