/** Tax identity of a company: its owner enters it, later receipts show it. */
import * as z from 'zod/mini'
import { instant } from '#contract/values/date-schemas.ts'
import { endpoint } from '#contract/api/endpoint.ts'
import { companyOwners, companyReaders } from '#contract/api/event-access.ts'
import { fiscalData, fiscalDataInput } from '#contract/values/fiscal.ts'
import { idOf } from '#contract/api/ids.ts'

export const companyFiscalData = z.object({
  companyName: z.string(),
  /** Null as long as none were given: receipts say so. */
  current: z.nullable(z.extend(fiscalData, { since: instant })),
  /** Whether the caller may change them: owners and god admins. */
  mayChange: z.boolean(),
})
export type CompanyFiscalData = z.infer<typeof companyFiscalData>

export const getCompanyFiscalData = endpoint({
  method: 'GET',
  path: '/api/v1/company/{companyId}/fiscal-data',
  summary: 'Los datos fiscales de una organización, que van en los comprobantes de lo que vende',
  access: companyReaders,
  whileImpersonating: 'read',
  params: z.object({ companyId: idOf('company') }),
  response: companyFiscalData,
  failures: ['company_not_found'],
})

export const updateCompanyFiscalData = endpoint({
  method: 'PUT',
  path: '/api/v1/company/{companyId}/fiscal-data',
  summary: 'Cambia los datos fiscales de una organización, para lo que se pague desde ahora: su titular, o god admin',
  access: companyOwners,
  stepUp: true,
  whileImpersonating: 'blocked',
  audit: 'company.fiscal_data',
  params: z.object({ companyId: idOf('company') }),
  body: fiscalDataInput,
  response: companyFiscalData,
  failures: ['company_not_found', 'company_role_not_allowed'],
})
