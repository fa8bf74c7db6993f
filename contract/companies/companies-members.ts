/** Members of a company. Only its owners add, change and remove others. */
import * as z from 'zod/mini'
import { mail, personName } from '#contract/accounts/accounts.ts'
import { endpoint } from '#contract/api/endpoint.ts'
import { companyOwners } from '#contract/api/event-access.ts'
import { idOf } from '#contract/api/ids.ts'
import { listOf } from '#contract/api/lists.ts'
import { COMPANY_ROLES } from '#contract/api/roles.ts'
import { ACCOUNT_STATES, personInView } from '#contract/events/events-team.ts'
import { instant } from '#contract/values/date-schemas.ts'
import { phoneInput } from '#contract/values/phone.ts'

/** Phone and mail are masked unless the caller may see them (rule R6.9). */
export const companyMember = z.extend(personInView, {
  role: z.enum(COMPANY_ROLES),
  /** `pending`: invited, and the account is not activated yet. */
  state: z.enum(ACCOUNT_STATES),
  since: instant,
})
export type CompanyMember = z.infer<typeof companyMember>

const ofCompany = { access: companyOwners, params: z.object({ companyId: idOf('company') }) } as const
const ofMember = {
  access: companyOwners,
  params: z.object({ companyId: idOf('company'), userId: idOf('user') }),
  whileImpersonating: 'blocked',
} as const

export const listCompanyMembers = listOf({
  path: '/api/v1/company/{companyId}/members',
  summary: 'Las personas de una organización, para sus titulares',
  ...ofCompany,
  whileImpersonating: 'read',
  rows: { members: companyMember },
  sort: ['role', 'name', 'since'],
  order: 'asc',
  failures: ['company_not_found', 'owner_only'],
})

export const setCompanyMember = endpoint({
  method: 'POST',
  path: '/api/v1/company/{companyId}/members',
  summary: 'Suma una persona a una organización, la invita o le cambia el rol: lo hacen sus titulares',
  ...ofCompany,
  whileImpersonating: 'blocked',
  rate: { per: 'account', limit: 60, seconds: 3600 },
  audit: 'company.set_member',
  /** Creates an account for the invited person. */
  auditBeside: ['account.make_pending'],
  body: z.object({
    role: z.enum(COMPANY_ROLES),
    /** The member whose role changes; left out, a person is added by name, phone and mail. */
    userId: z.optional(idOf('user')),
    name: z.optional(personName),
    phone: z.optional(phoneInput),
    mail: z.optional(mail),
  }),
  response: companyMember,
  status: 201,
  failures: [
    'company_not_found',
    'owner_only',
    'last_owner',
    'missing_person',
    'person_not_found',
    'own_role',
    'invalid_phone',
  ],
})

export const removeCompanyMember = endpoint({
  method: 'DELETE',
  path: '/api/v1/company/{companyId}/members/{userId}',
  summary: 'Saca a una persona de una organización: lo hacen sus titulares; de la propia sale cualquiera',
  ...ofMember,
  audit: 'company.remove_member',
  response: 'empty',
  failures: ['company_not_found', 'owner_only', 'last_owner'],
})

/** Sends a new link by mail and WhatsApp to a member whose account is not active yet. */
export const inviteCompanyMemberAgain = endpoint({
  method: 'POST',
  path: '/api/v1/company/{companyId}/members/{userId}/invitation',
  summary: 'Manda otra vez el enlace de activación a una persona de la organización',
  ...ofMember,
  /** Counted once they are known to be a member: a caller cannot use up what another company may send. */
  rate: { per: 'target', target: 'params.userId', limit: 3, seconds: 3600, isCountedByHandler: true },
  audit: 'company.invite_member_again',
  response: 'empty',
  failures: ['company_not_found', 'owner_only', 'person_not_found', 'already_active'],
})
