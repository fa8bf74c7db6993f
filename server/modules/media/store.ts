/** The only SQL that writes pictures. */
import type { PublicImage } from '#contract/event-card.ts'
import type { App } from '#server/context.ts'

/** Adds a picture; false when the same one is there already. */
export async function insertImage(app: App, { id, width, height }: PublicImage): Promise<boolean> {
  const inserted = await app.db
    .insertInto('images')
    .values({ id, width, height })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return inserted.numInsertedOrUpdatedRows === 1n
}

export async function markAvif(app: App, imageId: string): Promise<void> {
  await app.db.updateTable('images').set({ has_avif: true }).where('id', '=', imageId).execute()
}
