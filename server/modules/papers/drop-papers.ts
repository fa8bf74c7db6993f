/** What a paper is about has changed hands or is no more: it must not lie about. */
import type { Core } from '#server/context.ts'
import { dropPapersAbout, dropPapersOwnedBy } from './store.ts'

/** Lets go of every paper about these ids; call it in the transaction of the change. The files go within seconds. */
export function dropPapers(app: Core, subjects: readonly string[]): Promise<void> {
  return dropPapersAbout(app, subjects)
}

/** The same for every paper with this person's name, whose things are somebody else's now. */
export function dropPapersOf(app: Core, ownerId: string): Promise<void> {
  return dropPapersOwnedBy(app, ownerId)
}
