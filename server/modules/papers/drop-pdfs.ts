/** What a PDF is about has changed hands or is no more: it must not lie about. */
import type { Core } from '#server/context.ts'
import { dropPdfsAbout, dropPdfsOwnedBy } from './store.ts'

/** Lets go of every PDF about these ids; call it in the transaction of the change. The files go within seconds. */
export function dropPdfs(app: Core, subjects: readonly string[]): Promise<void> {
  return dropPdfsAbout(app, subjects)
}

/** The same for every PDF with this person's name, whose things are somebody else's now. */
export function dropPdfsOf(app: Core, ownerId: string): Promise<void> {
  return dropPdfsOwnedBy(app, ownerId)
}
