/** Writes of discount codes; the SQL functions `discounts_*` count their uses. */
import { sql } from 'kysely'
import type { Db } from '#server/context.ts'
import { insertRow, updateRows, type RowFields } from '#server/db/rows.ts'

/** Breaks `discount_codes_active` when the event has a code of that name that was not stopped. */
export function insertDiscountCode(db: Db, code: RowFields<'discount_codes'>): Promise<void> {
  return insertRow(db, 'discount_codes', code)
}

/** Returns false when it was stopped before. */
export async function markStopped(db: Db, id: string, by: string): Promise<boolean> {
  return updateRows(db, 'discount_codes', { id, stoppedAt: null }, { stoppedAt: sql`app_now()`, stoppedBy: by })
}
