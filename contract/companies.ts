/** Companies and their public profile. */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { eventCard } from './event-card.ts'
import { idOf } from './ids.ts'
import { pageQuery, pagination } from './pagination.ts'
import { line } from './text.ts'

export const companyProfile = z.object({
  id: z.uuid(),
  name: z.string(),
  slug: z.string(),
  imagen: z.nullable(z.string()),
  descripcion: z.nullable(z.string()),
  totalActiveEvents: z.int(),
})

const nameOrId = z.object({ nameOrId: idOf('company', line({ min: 1, max: 120 })) })

export const getCompany = endpoint({
  method: 'GET',
  path: '/api/v1/company/{nameOrId}',
  summary: 'El perfil público de una organización',
  access: 'public',
  whileImpersonating: 'read',
  cache: { seconds: 30 },
  params: nameOrId,
  response: companyProfile,
  failures: ['company_not_found'],
})

/** `inactive` and `pending` answer only to the company's own people and staff (rule R7.3). */
export const getCompanyEvents = endpoint({
  method: 'GET',
  path: '/api/v1/company/{nameOrId}/events',
  summary: 'Los eventos de una organización, por estado',
  access: 'public',
  whileImpersonating: 'read',
  params: nameOrId,
  query: z.object({
    ...pageQuery(24),
    state: z.optional(z.enum(['active', 'success', 'cancelled', 'inactive', 'pending'])),
  }),
  response: z.object({ company: companyProfile, events: z.array(eventCard), pagination: pagination('totalEvents') }),
  failures: ['company_not_found'],
})
