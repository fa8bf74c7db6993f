/** An event's own capacity, over all its types. */
import type { Core } from '#server/context.ts'
import { Failure } from '#server/shared/failure.ts'
import { upsertEventCapacity } from './store.ts'

/** Sets it, null for none beyond the types'; throws `capacity_below_sold` when more places are taken. */
export async function setEventCapacity(app: Core, eventId: string, capacity: number | null): Promise<void> {
  if (!(await upsertEventCapacity(app, eventId, capacity))) throw new Failure('capacity_below_sold', { eventId })
}
