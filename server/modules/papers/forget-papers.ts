/** A person who leaves takes their papers along. */
import type { App } from '#server/context.ts'
import { fileKey } from './keep-paper.ts'
import { listPapersOf } from './queries.ts'
import { deleteLeft } from './store.ts'

/** Deletes every paper with this person's name, file and row; again, it does nothing. Call it once the account is closed. */
export async function forgetPapers(app: App, ownerId: string): Promise<void> {
  const leaving = await listPapersOf(app, ownerId)
  for (const { key } of leaving) await app.files.private.delete(fileKey(key))
  await deleteLeft(app, leaving)
}
