/** A cost of an event with its entry in the ledger. */
import type { App } from '#server/context.ts'
import { costEntries } from '#server/modules/ledger/entry.ts'
import { recordEntries } from '#server/modules/ledger/store.ts'
import { newId } from '#server/shared/ids.ts'

export async function enterCost(
  app: App,
  { companyId, eventId }: { companyId: string; eventId: string },
  amountCents: number,
): Promise<string> {
  const id = newId()
  await app.db
    .insertInto('event_costs')
    .values({ id, event_id: eventId, cost_type: 'Sonido', amount_cents: amountCents, position: 1 })
    .execute()
  await recordEntries(app, { companyId, eventId, costId: id }, costEntries(amountCents))
  return id
}
