/** The only SQL that writes issuances. */
import type { Core } from '#server/context.ts'
import { insertRow, type RowFields } from '#server/db/rows.ts'

export function insertIssuance(app: Core, issuance: RowFields<'issuances'>): Promise<void> {
  return insertRow(app.db, 'issuances', issuance)
}
