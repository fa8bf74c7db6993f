/** The only SQL that writes who companies are to the tax authority: a row for each time that it was said, none ever changed. */
import type { FiscalData } from '#contract/values/fiscal.ts'
import type { Core } from '#server/context.ts'
import { insertRow } from '#server/db/rows.ts'
import { newId } from '#server/shared/ids.ts'

export async function insertFiscalData(
  app: Core,
  { companyId, data, setBy }: { readonly companyId: string; readonly data: FiscalData; readonly setBy: string },
): Promise<void> {
  await insertRow(app.db, 'company_fiscal_data', { id: newId(), companyId, ...data, setBy })
}
