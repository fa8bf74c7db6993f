/** Held places become sold ones. */
import type { RawBuilder } from 'kysely'
import type { Core } from '#server/context.ts'
import { confirmHeld, confirmHeldTogether, type ConfirmedPlaces, type Places } from './store.ts'

/**
 * Call it in the transaction that ends the hold; each place was held by that order. `isUnproved` says whether it was made by
 * an account that had proved nothing.
 */
export async function confirmPlaces(app: Core, places: readonly Places[], isUnproved: boolean): Promise<void> {
  await confirmHeld(app, places, isUnproved)
}

/** The statements that do the same for the places of several orders. The stock stays locked until their transaction ends. */
export function confirmedPlaces(places: readonly ConfirmedPlaces[]): RawBuilder<unknown>[] {
  return confirmHeldTogether(places)
}
