/** People as promoters find them: those to whom they gave or sold, and one by a whole phone or mail. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/api/endpoint.ts'
import { idOf } from '#contract/api/ids.ts'
import { listOf } from '#contract/api/lists.ts'
import { instant } from '#contract/values/date-schemas.ts'
import { line } from '#contract/values/text.ts'

/** Half a name; a contact is masked (rule R6.9), and of a person found by one contact the other is left out. */
export const promoterPerson = z.object({
  id: z.uuid(),
  username: z.string(),
  name: z.string(),
  mail: z.nullable(z.string()),
  phone: z.nullable(z.string()),
})
export type PromoterPerson = z.infer<typeof promoterPerson>

const readers = ['RRPP', 'ORGANIZATOR', 'admin', 'godAdmin'] as const

/**
 * A whole mail or a whole phone finds its person, a beginning of a name those to whom tickets of the promoter went. Existing clients send
 * one term in all three fields: the first that can be meant counts.
 */
export const searchForRrpp = endpoint({
  method: 'GET',
  path: '/api/v1/user/search-for-rrpp',
  summary: 'Busca a quién mandarle una entrada: por teléfono o email completos, o por nombre entre la gente de un RRPP',
  access: { roles: readers, object: { rule: 'promotedEvent', from: 'query.eventId' } },
  whileImpersonating: 'read',
  rate: { per: 'account', limit: 60, seconds: 3600 },
  audit: 'people.search_for_rrpp',
  query: z.object({
    eventId: idOf('event'),
    phone: z.optional(line({ max: 250 })),
    email: z.optional(line({ max: 250 })),
    name: z.optional(line({ max: 250 })),
  }),
  response: z.object({ users: z.array(promoterPerson) }),
  fallback: 'Error al buscar usuario',
  failures: ['event_not_found', 'contact_proof_needed'],
})

export const getRrppPeople = listOf({
  path: '/api/v1/user/dashboard/rrpp',
  summary: 'La gente a la que un RRPP le dio o le vendió entradas',
  access: { roles: readers },
  whileImpersonating: 'read',
  rows: {
    users: z.extend(promoterPerson, {
      /** Given or sold by hand, those that keep their place. */
      tickets: z.int(),
      admitted: z.int(),
      lastAt: instant,
    }),
  },
  filters: {
    /** Words of the name, as far as it is shown. */
    search: z.optional(line({ max: 100 })),
    eventId: z.optional(idOf('event')),
    /** For those who run the events. */
    rrppId: z.optional(idOf('user')),
  },
  sort: ['lastAt', 'name'],
  order: 'desc',
  fallback: 'Error al buscar usuario',
  failures: [],
})
