/** People as those who work with them see them: an organizer's staff and buyers, searches, roles. */
import * as z from 'zod/mini'
import { instant, dateInput } from '#contract/values/date-schemas.ts'
import { endpoint } from '#contract/api/endpoint.ts'
import { ACCOUNT_STATES, personInView } from '#contract/events/events-team.ts'
import { idOf } from '#contract/api/ids.ts'
import { csvOf, xlsxOf } from '#contract/api/list-export.ts'
import { pageQuery, pagination } from '#contract/api/pagination.ts'
import { phoneInput } from '#contract/values/phone.ts'
import { STAFF_KINDS } from '#contract/api/roles.ts'
import { wireRole } from '#contract/accounts/accounts.ts'
import { line, textLength } from '#contract/values/text.ts'

export const dashboardUser = z.extend(personInView, {
  state: z.enum(ACCOUNT_STATES),
  /** Whether the account is active: neither pending activation nor blocked. */
  status: z.boolean(),
  /** Of those that the caller may know: an organizer sees what the person is at the company's own events. */
  role: wireRole,
  roles: z.array(wireRole),
  assignments: z.array(
    z.object({ eventId: z.uuid(), eventName: z.string(), kind: z.enum(STAFF_KINDS), canScan: z.boolean() }),
  ),
  /** Tickets held for the events in view. */
  tickets: z.int(),
  /** Whether the person verified a phone or a mail; unverified ones may belong to another person. */
  isProved: z.boolean(),
  /** First ticket, purchase or assignment in view; for administrators, the account itself. */
  since: instant,
})
export type DashboardUser = z.infer<typeof dashboardUser>

export const getUsersDashboard = endpoint({
  method: 'GET',
  path: '/api/v1/user/dashboard',
  summary: 'El equipo y los compradores de los eventos propios; para administradores, todas las personas',
  access: { roles: ['ORGANIZATOR', 'admin', 'godAdmin'] },
  whileImpersonating: 'read',
  /** Only whole mails and phones count: others' are masked, and are not to be guessed figure by figure. */
  rate: { per: 'account', limit: 60, seconds: 3600, isCountedByHandler: true },
  query: z.object({
    ...pageQuery(20),
    /** Words of the name, or a whole mail or phone. */
    username: z.optional(line({ max: 100 })),
    roleId: z.optional(wireRole),
    status: z.optional(z.boolean()),
    /** Local day of `since`. */
    date: z.optional(dateInput),
    eventId: z.optional(idOf('event')),
    /** One of them. */
    userId: z.optional(idOf('user')),
    group: z.optional(z.enum(['staff', 'buyers'])),
    sort: z._default(z.enum(['name', 'since']), 'name'),
    order: z._default(z.enum(['asc', 'desc']), 'asc'),
  }),
  response: z.object({
    users: z.array(dashboardUser),
    /** Said when there are more than are counted: `totalUsers` is 10,000 then. */
    pagination: z.extend(pagination('totalUsers'), { isTotalCapped: z.optional(z.literal(true)) }),
  }),
  fallback: 'Error al buscar usuario',
  failures: [],
})

export const exportUsersDashboard = csvOf(getUsersDashboard, 'El equipo y los compradores, en un archivo')
export const exportUsersDashboardSheet = xlsxOf(
  getUsersDashboard,
  'El equipo y los compradores, en una planilla de cálculo',
)

export const assignableRole = z.object({
  id: wireRole,
  name: z.string(),
  /** Given for one event at a time. */
  isPerEvent: z.boolean(),
})
export type AssignableRole = z.infer<typeof assignableRole>

export const getRoles = endpoint({
  method: 'GET',
  path: '/api/v1/role',
  summary: 'Los roles que la persona puede asignar',
  access: { roles: ['ORGANIZATOR', 'admin', 'legal', 'godAdmin'] },
  whileImpersonating: 'read',
  response: z.object({ roles: z.array(assignableRole) }),
  failures: [],
})

export const changeRole = endpoint({
  method: 'PATCH',
  path: '/api/v1/user/change-role',
  summary: 'Da o quita un rol a una persona',
  access: { roles: ['ORGANIZATOR', 'godAdmin'] },
  stepUp: true,
  whileImpersonating: 'blocked',
  audit: ['event.assign_staff', 'event.remove_staff', 'account.grant_role', 'account.revoke_role'],
  body: z.object({
    userId: idOf('user'),
    roleId: wireRole,
    /** The event of a role that is given for one (RRPP, SCANNER). */
    eventId: z.optional(idOf('event')),
    /** Said each time: a role is never given by leaving something out. */
    action: z.enum(['grant', 'revoke'], 'Decí si el rol se da o se quita'),
  }),
  response: z.object({
    userId: z.uuid(),
    roleId: wireRole,
    eventId: z.nullable(z.uuid()),
    isGranted: z.boolean(),
  }),
  failures: [
    'role_not_assignable',
    'person_unproved',
    'event_required',
    'event_not_found',
    'person_not_found',
    'own_role',
    'company_role_not_allowed',
    'event_state',
  ],
})

export const searchUsers = endpoint({
  method: 'GET',
  path: '/api/v1/user/search',
  summary: 'Busca entre las personas de los eventos de quien pregunta',
  access: { roles: ['RRPP', 'ORGANIZATOR', 'admin', 'godAdmin'] },
  whileImpersonating: 'read',
  rate: { per: 'account', limit: 60, seconds: 3600 },
  query: z.object({
    query: line({ min: 3, max: 100, short: 'Escribí al menos 3 letras' }).check(
      z.refine(
        (typed) => textLength(typed.normalize('NFD').replaceAll(/\p{M}/gu, '')) >= 3,
        'Escribí al menos 3 letras',
      ),
    ),
  }),
  response: z.object({ users: z.array(personInView) }),
  fallback: 'Error al buscar usuario',
  failures: [],
})
export type FoundUser = z.infer<typeof personInView>

export const searchByPhone = endpoint({
  method: 'GET',
  path: '/api/v1/user/search-by-phone',
  summary: 'La persona de un teléfono: su id y su nombre a medias',
  access: { roles: ['CLIENT', 'RRPP', 'COMERCIAL', 'ORGANIZATOR', 'admin', 'godAdmin'] },
  whileImpersonating: 'read',
  rate: { per: 'account', limit: 60, seconds: 3600 },
  audit: 'people.search_by_phone',
  query: z.object({ phone: phoneInput }),
  response: z.object({
    id: z.uuid(),
    /** `Camila F.`; whole for administrators. */
    name: z.string(),
  }),
  fallback: 'Error al buscar usuario',
  failures: ['person_not_found', 'invalid_phone', 'contact_proof_needed'],
})
