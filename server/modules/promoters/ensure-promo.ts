import type { Core } from '#server/context.ts'
import type { StaffAssigned } from '#server/modules/events/hooks.ts'
import { findOrInsertPromo } from './store.ts'

/** Gives a person who promotes the event their part in it, once; it grants nothing yet (rule R12.3). Returns its id. */
export function ensurePromo(app: Core, eventId: string, promoterId: string): Promise<string> {
  return findOrInsertPromo(app, eventId, promoterId)
}

/** A person who joins a team as a promoter has a code from then on; a person who comes back has the part that they had. */
export async function givePart(app: Core, { eventId, userId, kind }: StaffAssigned): Promise<void> {
  if (kind === 'RRPP') await ensurePromo(app, eventId, userId)
}
