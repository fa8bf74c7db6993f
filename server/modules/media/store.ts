/** The only SQL that writes pictures. */
import { sql } from 'kysely'
import type { PublicImage } from '#contract/events/event-schemas.ts'
import type { App, Core } from '#server/context.ts'
import { insertNew } from '#server/db/rows.ts'

/** Adds a picture; false when the same one is there already. */
export function insertImage(app: Core, { id, width, height }: PublicImage): Promise<boolean> {
  return insertNew(app.db, 'images', { id, width, height })
}

export async function markAvif(app: App, imageId: string): Promise<void> {
  await app.db.updateTable('images').set({ has_avif: true }).where('id', '=', imageId).execute()
}

/** Takes a picture's row away unless a module shows it; true when there is no row any more. */
export async function deleteUnusedImage(app: App, imageId: string): Promise<boolean> {
  const unseen = app.modules
    .flatMap(({ pictures = [] }) => pictures)
    .map(
      (column) =>
        sql`not exists (select from ${sql.table(column.split('.')[0] ?? '')} where ${sql.ref(column)} = i.id)`,
    )
  const { rows } = await sql`
    with gone as (
      delete from images i
       where i.id = ${imageId} and ${sql.join(unseen, sql` and `)}
      returning i.id
    )
    select i.id from images i where i.id = ${imageId} and not exists (select from gone)`.execute(app.db)
  return rows.length === 0
}
