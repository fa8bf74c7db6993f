/** Held places become sold ones. */
import type { App } from '#server/context.ts'
import { confirmHeld, type Places } from './store.ts'

/**
 * Call it in the transaction that ends the hold; each place was held by that order. `isUnproved` says whether it was made by
 * an account that had proved nothing.
 */
export async function confirmPlaces(app: App, places: readonly Places[], isUnproved: boolean): Promise<void> {
  await confirmHeld(app, places, isUnproved)
}
