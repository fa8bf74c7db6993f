/** The events of a company, on its public profile. */
import * as z from 'zod/mini'
import { companyName, companyProfile } from '#contract/companies/companies.ts'
import { endpoint } from '#contract/api/endpoint.ts'
import { eventCard } from './event-schemas.ts'
import { pageQuery, pagination } from '#contract/api/pagination.ts'

/** `inactive` and `pending` answer only to the company's own people and staff (rule R7.3). */
export const getCompanyEvents = endpoint({
  method: 'GET',
  path: '/api/v1/company/{nameOrId}/events',
  summary: 'Los eventos de una organización, por estado',
  access: 'public',
  whileImpersonating: 'read',
  params: companyName,
  query: z.object({
    ...pageQuery(24),
    state: z.optional(z.enum(['active', 'success', 'cancelled', 'inactive', 'pending'])),
  }),
  response: z.object({ company: companyProfile, events: z.array(eventCard), pagination: pagination('totalEvents') }),
  fallback: 'Error al cargar eventos',
  failures: ['company_not_found'],
})
