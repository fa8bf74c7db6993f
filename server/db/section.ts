/** Files of the copy that people get of their data, read a page of rows at a time. */
import { sql, type RawBuilder } from 'kysely'
import type { App } from '#server/context.ts'

export const PAGE_ROWS = 500

/** Of sections that name the same file, each gives one row: they are merged into one. */
export interface Section {
  readonly file: string
  /** What is in it, for its owner. */
  readonly about: string
  /** Gives the rows one by one; reads them by pages. */
  readonly read: (app: App, userId: string) => AsyncIterable<object>
}

export interface PagedRow {
  readonly id: string
  readonly row: Record<string, unknown>
}

/** Pages by the id that the rows are ordered by: `select` gives those after it, each as `{id, row}`. */
export async function* paged(
  app: App,
  select: (after: string) => RawBuilder<PagedRow>,
): AsyncGenerator<Record<string, unknown>> {
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const { rows } = await select(after).execute(app.db)
    for (const { row } of rows) yield row
    const last = rows.at(-1)
    if (!last || rows.length < PAGE_ROWS) return
    after = last.id
  }
}

export function section(
  file: string,
  about: string,
  select: (userId: string, after: string) => RawBuilder<PagedRow>,
): Section {
  return { file, about, read: (app, userId) => paged(app, (after) => select(userId, after)) }
}

/** One row of facts about a person. */
export function facts(file: string, about: string, select: (userId: string) => RawBuilder<object>): Section {
  return section(file, about, (userId) => sql<PagedRow>`select ${userId}::uuid as id, (${select(userId)}) as row`)
}

export const pesos = (column: RawBuilder<unknown>) => sql`${column} / 100.0`
