/** A drink is seen and managed by the people who see and manage its event. */
import type { Proof } from '#contract/api/roles.ts'
import type { App } from '#server/context.ts'
import { partOfEvent } from '#server/modules/events/access.ts'
import type { ManagedEventId } from '#server/modules/events/managing/queries-manage.ts'
import { drinkRows } from './store.ts'

export const rules = {
  visibleDrink: partOfEvent('visibleEvent', drinkRows.parentOf, 'drink_not_found'),
  managedDrink: partOfEvent('managedEvent', drinkRows.parentOf, 'drink_not_found'),
}

/** The event of a drink that the caller manages. Throws `drink_not_found` for one removed since. */
export async function managedEventOfDrink(app: App, drink: Proof<'managedDrink'>): Promise<ManagedEventId> {
  return (await drinkRows.parentOf(app, drink)) as ManagedEventId // checked by the rule `managedDrink`
}
