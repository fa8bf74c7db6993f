/** Writes entries in the ledger. */
import type { RawBuilder } from 'kysely'
import type { Core } from '#server/context.ts'
import type { Entry } from './entry.ts'
import { insertEntries, type EntrySubject, type Facts } from './store.ts'

/**
 * Adds entries about one order, payment or refund; call it in the transaction of the fact itself. Entering a sale or a
 * payment's fee a second time breaks a unique index.
 */
export async function recordEntries(app: Core, subject: EntrySubject, entries: readonly Entry[]): Promise<void> {
  if (entries.length > 0) await entriesOf([{ subject, entries }]).execute(app.db)
}

/** The same of several as a statement, for a transaction that sends many at once. */
export function entriesOf(facts: readonly Facts[]): RawBuilder<unknown> {
  return insertEntries(facts)
}
