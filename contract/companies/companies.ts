/** Companies and their public profile. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/api/endpoint.ts'
import { idOf } from '#contract/api/ids.ts'
import { line } from '#contract/values/text.ts'

export const companyProfile = z.object({
  id: z.uuid(),
  name: z.string(),
  slug: z.string(),
  imagen: z.nullable(z.string()),
  descripcion: z.nullable(z.string()),
  totalActiveEvents: z.int(),
})

export const companyName = z.object({ nameOrId: idOf('company', line({ min: 1, max: 120 })) })

export const getCompany = endpoint({
  method: 'GET',
  path: '/api/v1/company/{nameOrId}',
  summary: 'El perfil público de una organización',
  access: 'public',
  whileImpersonating: 'read',
  cache: { seconds: 30 },
  params: companyName,
  response: companyProfile,
  failures: ['company_not_found'],
})
