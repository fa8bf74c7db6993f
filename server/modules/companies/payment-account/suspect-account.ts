/** Handles a hint that the provider revoked an account, or a refusal of its token. The account may have ended already. */
import { sql } from 'kysely'
import type { Db } from '#server/context.ts'
import { expedite } from '#server/jobs/lease.ts'
import { isReadable } from './queries.ts'
import { careLease } from './store.ts'

/** Has the provider asked soon; nothing is believed before. Costs nothing when it is said again and again. */
export async function suspectAccount(db: Db, collectorId: string): Promise<void> {
  await expedite(db, careLease, sql`collector_id = ${collectorId} and ${isReadable}`)
}
