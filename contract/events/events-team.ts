/** An event's team: who is in it, who joins and leaves. */
import * as z from 'zod/mini'
import { mail, personName } from '#contract/accounts/accounts.ts'
import { instant } from '#contract/values/date-schemas.ts'
import { endpoint } from '#contract/api/endpoint.ts'
import { eventOwners, eventReaders } from '#contract/api/event-access.ts'
import { idOf } from '#contract/api/ids.ts'
import { phoneInput } from '#contract/values/phone.ts'
import { STAFF_KINDS } from '#contract/api/roles.ts'

/** Roles that an organizer assigns at an event; a god admin assigns commercials. */
export const TEAM_KINDS = ['RRPP', 'SCANNER'] as const
export type TeamKind = (typeof TEAM_KINDS)[number]

export const ACCOUNT_STATES = ['pending', 'active', 'blocked'] as const

/** Phone and mail are masked (`+54 9 11 ****-1234`, `j***@gmail.com`) unless the caller may see them (rule R6.9). */
export const personInView = z.object({
  id: z.uuid(),
  username: z.string(),
  name: z.string(),
  mail: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  urlProfileImgId: z.nullable(z.string()),
})

export const teamMember = z.extend(personInView, {
  /** `pending`: invited, and the account is not activated yet. */
  state: z.enum(ACCOUNT_STATES),
  assignments: z.array(z.object({ kind: z.enum(STAFF_KINDS), canScan: z.boolean(), assignedAt: instant })),
})
export type TeamMember = z.infer<typeof teamMember>

const eventParams = z.object({ id: idOf('event') })

/** `{id}` is the event. */
export const getEventUsers = endpoint({
  method: 'GET',
  path: '/api/v1/event/events/get-users-organization/{id}',
  summary: 'El equipo de un evento',
  access: eventReaders,
  whileImpersonating: 'read',
  live: { topic: 'event', of: 'params.id' },
  params: eventParams,
  response: z.object({
    event: z.object({ id: z.uuid(), name: z.string(), startDate: z.nullable(instant), isClosed: z.boolean() }),
    users: z.array(teamMember),
  }),
  fallback: 'Error al cargar el evento',
  failures: ['event_not_found'],
})

/** The new member: an existing account, or a phone and mail; an account is created if none has them. */
const newMember = z.object({
  kind: z.enum(TEAM_KINDS),
  /** Whether a scanner may let people in: yes, unless it is said; of one who is in the team already what is left out is kept. */
  canScan: z.optional(z.boolean()),
  userId: z.optional(idOf('user')),
  name: z.optional(personName),
  phone: z.optional(phoneInput),
  mail: z.optional(mail),
})

export const addEventStaff = endpoint({
  method: 'POST',
  path: '/api/v1/events/{id}/staff',
  summary: 'Suma una persona al equipo de un evento, o la invita',
  access: eventOwners,
  whileImpersonating: 'blocked',
  rate: { per: 'account', limit: 120, seconds: 3600 },
  audit: 'event.assign_staff',
  /** Creates an account for the invited person. */
  auditBeside: ['account.make_pending'],
  params: eventParams,
  body: newMember,
  response: teamMember,
  status: 201,
  failures: [
    'event_not_found',
    'company_role_not_allowed',
    'event_state',
    'missing_person',
    'person_not_found',
    'person_unproved',
    'own_role',
    'invalid_phone',
  ],
})

export const removeEventStaff = endpoint({
  method: 'DELETE',
  path: '/api/v1/events/{id}/staff/{userId}',
  summary: 'Saca a una persona del equipo de un evento',
  access: eventOwners,
  whileImpersonating: 'blocked',
  audit: 'event.remove_staff',
  params: z.object({ id: idOf('event'), userId: idOf('user') }),
  /** Without a kind, whatever they do there for the organizer. */
  query: z.object({ kind: z.optional(z.enum(TEAM_KINDS)) }),
  response: 'empty',
  failures: ['event_not_found', 'company_role_not_allowed'],
})

/** Sends a new link by mail and WhatsApp to a person whose account is not active yet. */
export const inviteStaffAgain = endpoint({
  method: 'POST',
  path: '/api/v1/events/{id}/staff/{userId}/invitation',
  summary: 'Manda otra vez el enlace de activación a una persona del equipo',
  access: eventOwners,
  whileImpersonating: 'blocked',
  /** Counted once they are known to be of the team: a caller cannot use up what another company may send. */
  rate: { per: 'target', target: 'params.userId', limit: 3, seconds: 3600, isCountedByHandler: true },
  audit: 'event.invite_staff_again',
  params: z.object({ id: idOf('event'), userId: idOf('user') }),
  response: 'empty',
  failures: ['event_not_found', 'company_role_not_allowed', 'person_not_found', 'already_active', 'event_state'],
})
