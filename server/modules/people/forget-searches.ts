/** The count of a person's look-ups, when they leave. */
import type { App } from '#server/context.ts'
import { deleteSearches } from './store.ts'

/** Repeatable. */
export async function forgetSearches(app: App, userId: string): Promise<void> {
  await deleteSearches(app, userId)
}
