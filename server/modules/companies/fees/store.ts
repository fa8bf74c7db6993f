/** The only SQL that writes what the platform charges companies: a row for each time that it was set, none ever changed. */
import { sql } from 'kysely'
import type { FeeTerms } from '#contract/values/prices.ts'
import type { Core } from '#server/context.ts'
import { insertRow } from '#server/db/rows.ts'
import { newId } from '#server/shared/ids.ts'

interface NewFees {
  readonly companyId: string
  readonly terms: FeeTerms
  /** Null for now. */
  readonly appliesFrom: string | null
  readonly setBy: string
}

export async function insertFees(app: Core, { companyId, terms, appliesFrom, setBy }: NewFees): Promise<void> {
  await insertRow(app.db, 'company_fees', {
    id: newId(),
    companyId,
    ...terms,
    appliesFrom: sql`coalesce(${appliesFrom}::timestamptz, app_now())`,
    setBy,
  })
}
