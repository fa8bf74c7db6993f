/** Reads of who a company is to the tax authority. */
import type { CompanyFiscalData } from '#contract/companies/companies-fiscal-data.ts'
import type { VatCondition } from '#contract/platform/platform.ts'
import type { FiscalData } from '#contract/values/fiscal.ts'
import type { Proof } from '#contract/api/roles.ts'
import type { Core } from '#server/context.ts'
import type { Actor } from '#server/shared/actor.ts'
import { mayChangeFiscalData } from '../access.ts'

/** The fiscal data in force at a moment (by default now); null when none had been given by then. */
export async function findFiscalData(
  app: Core,
  companyId: string,
  at: string | null = null,
): Promise<(FiscalData & { since: string }) | null> {
  const row = await app.db
    .selectFrom('company_fiscal_data')
    .select(['legal_name as legalName', 'cuit', 'vat_condition as vatCondition', 'address', 'applies_from as since'])
    .where('company_id', '=', companyId)
    .$if(at !== null, (query) => query.where('applies_from', '<=', at))
    .orderBy('applies_from', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? { ...row, vatCondition: row.vatCondition as VatCondition } : null // CHECK on the column
}

export async function getFiscalData(
  app: Core,
  actor: Actor,
  companyId: Proof<'managedCompany'>,
): Promise<CompanyFiscalData> {
  const { name } = await app.db
    .selectFrom('companies')
    .select('name')
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
  const current = await findFiscalData(app, companyId)
  return { companyName: name, current, mayChange: mayChangeFiscalData(actor, companyId) }
}
