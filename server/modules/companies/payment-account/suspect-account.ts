/** Somebody says that the provider took an account back, or the provider refused its token. */
import type { Db } from '#server/context.ts'
import { hastenCare } from './store.ts'

/** Has the provider asked soon; nothing is believed before. Costs nothing when it is said again and again. */
export async function suspectAccount(db: Db, collectorId: string): Promise<void> {
  await hastenCare(db, collectorId)
}
