/** Taken places become free again. */
import type { App } from '#server/context.ts'
import { releaseTaken, type Places } from './store.ts'

/**
 * Call it in the transaction of the update that ended the order or the tickets, for what that update returned, so that
 * each place comes back once (invariant I3).
 */
export async function releasePlaces(app: App, places: readonly Places[], from: 'sold' | 'courtesy'): Promise<void> {
  if (places.length > 0) await releaseTaken(app, places, from)
}
