/** Companies and their public profile. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/api/endpoint.ts'
import { companyOwners } from '#contract/api/event-access.ts'
import { companyCover, companyImage, imageFailures } from '#contract/api/files.ts'
import { idOf } from '#contract/api/ids.ts'
import { clearable, updateOf } from '#contract/api/update.ts'
import { publicImage } from '#contract/events/event-schemas.ts'
import { line, linkCode, paragraph } from '#contract/values/text.ts'
import { networks, networksInput } from './networks.ts'

export const companyProfile = z.object({
  id: z.uuid(),
  name: z.string(),
  slug: z.string(),
  imagen: z.nullable(z.string()),
  cover: z.nullable(publicImage),
  descripcion: z.nullable(z.string()),
  networks,
  totalActiveEvents: z.int(),
})
export type CompanyProfile = z.infer<typeof companyProfile>

export const companyName = z.object({ nameOrId: idOf('company', linkCode({ min: 1, max: 120 })) })

/** Not kept by caches: who edits it reads what it is now. */
export const getCompany = endpoint({
  method: 'GET',
  path: '/api/v1/company/{nameOrId}',
  summary: 'El perfil público de una organización',
  access: 'public',
  whileImpersonating: 'read',
  params: companyName,
  response: companyProfile,
  failures: ['company_not_found'],
})

const profileFields = z.object({
  name: line({ min: 2, max: 80, short: 'Poné el nombre' }),
  /** Its address; the ones before go on leading to it. */
  slug: line({ min: 2, max: 60, short: 'Poné al menos 2 letras' }).check(
    z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Usá minúsculas sin acentos, números y guiones'),
    // An id opens its own company.
    z.refine((slug) => !z.guid().safeParse(slug).success, 'Usá otra dirección'),
  ),
  descripcion: z._default(clearable(paragraph({ max: 1000 })), ''),
  ...networksInput,
})

export const updateCompany = endpoint({
  method: 'PUT',
  path: '/api/v1/company/{companyId}',
  summary: 'Cambia el perfil de una organización: su titular o quien la maneja, o god admin',
  access: companyOwners,
  whileImpersonating: 'blocked',
  rate: { per: 'account', limit: 60, seconds: 3600 },
  audit: 'company.update',
  params: z.object({ companyId: idOf('company') }),
  /** Null takes a picture away; one that is uploaded wins over it. */
  body: z.extend(updateOf(profileFields), { imagen: z.optional(z.null()), cover: z.optional(z.null()) }),
  files: { imagen: companyImage, cover: companyCover },
  response: companyProfile,
  failures: ['company_not_found', 'company_role_not_allowed', 'slug_taken', ...imageFailures],
})
