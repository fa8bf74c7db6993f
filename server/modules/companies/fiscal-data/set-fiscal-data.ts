/** A company's owner, or a god admin, says who it is to the tax authority. */
import type { CompanyFiscalData, updateCompanyFiscalData } from '#contract/companies/companies-fiscal-data.ts'
import { inTransaction, type App } from '#server/context.ts'
import { audit } from '#server/db/audit.ts'
import type { Call } from '#server/http/bound.ts'
import { Failure } from '#server/shared/failure.ts'
import { mayChangeFiscalData } from '../access.ts'
import { lockCompany } from '../payment-account/store.ts'
import { findFiscalData, getFiscalData } from './queries.ts'
import { insertFiscalData } from './store.ts'

const FIELDS = ['legalName', 'cuit', 'vatCondition', 'address'] as const

/**
 * Sets what receipts print of what is paid from now on; those of before keep what stood then (rule R7.8). Throws
 * `company_role_not_allowed` unless the actor owns the company.
 */
export async function setFiscalData(
  app: App,
  { actor, proof: companyId, body: data }: Call<typeof updateCompanyFiscalData>,
): Promise<CompanyFiscalData> {
  if (!mayChangeFiscalData(actor, companyId)) throw new Failure('company_role_not_allowed')
  return inTransaction(app, async (app) => {
    await lockCompany(app, companyId)
    const before = await findFiscalData(app, companyId)
    await insertFiscalData(app, { companyId, data, setBy: actor.userId })
    // Which, not what: an individual's CUIT contains their DNI, and the rows themselves are never changed.
    const changed = FIELDS.filter((field) => before?.[field] !== data[field])
    await audit(app, actor, 'company.fiscal_data', ['company', companyId], { after: { changed } })
    return getFiscalData(app, actor, companyId)
  })
}
