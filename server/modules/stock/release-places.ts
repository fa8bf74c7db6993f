/** Taken places become free again. */
import type { Core } from '#server/context.ts'
import { lockStock, releaseTaken, type Places } from './store.ts'

/**
 * Call it in the transaction of the update that ended the order or the tickets, for what that update returned, so that
 * each place comes back once (invariant I3).
 */
export async function releasePlaces(app: Core, places: readonly Places[], from: 'sold' | 'courtesy'): Promise<void> {
  if (places.length > 0) await releaseTaken(app, places, from)
}

/** Call it first where places of both kinds come back: all types, then all events, so that no order waits in a ring with it. */
export async function lockPlaces(app: Core, places: readonly Places[]): Promise<void> {
  if (places.length > 0) await lockStock(app, places)
}
