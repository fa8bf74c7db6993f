import type { Core } from '#server/context.ts'
import { findOrInsertPromo } from './store.ts'

/** Gives a person who promotes the event their part in it, once; it grants nothing yet (rule R12.3). Returns its id. */
export function ensurePromo(app: Core, eventId: string, promoterId: string): Promise<string> {
  return findOrInsertPromo(app, eventId, promoterId)
}
