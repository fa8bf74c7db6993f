/** Requests to become an organizer, as the team decides them. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/api/endpoint.ts'
import { idOf } from '#contract/api/ids.ts'
import { listOf } from '#contract/api/lists.ts'
import { instant } from '#contract/values/date-schemas.ts'
import { line, paragraph, textLength } from '#contract/values/text.ts'
import { ORGANIZATION_TYPES, PHOTO_SIDES, REQUEST_STATES, sentFields } from './onboarding.ts'

const REASON_MIN = 10

const decision = z.object({
  state: z.enum(REQUEST_STATES),
  decidedAt: instant,
  decidedBy: z.nullable(z.string()),
  reason: z.nullable(z.string()),
})

export const organizerRequest = z.extend(sentFields, {
  id: z.uuid(),
  state: z.enum(REQUEST_STATES),
  sentAt: instant,
  /** Of this request; null while it waits. */
  decision: z.nullable(decision),
  /** Of the requests that the person sent before, the newest first. */
  earlier: z.array(decision),
  person: z.object({
    id: z.uuid(),
    name: z.string(),
    mail: z.nullable(z.string()),
    phone: z.nullable(z.string()),
    /** Whether the person verified a phone or a mail. */
    isProved: z.boolean(),
  }),
  /** What the approval made. */
  company: z.nullable(z.object({ id: z.uuid(), name: z.string() })),
  /** False once the photos were erased. */
  hasPhotos: z.boolean(),
})
export type OrganizerRequest = z.infer<typeof organizerRequest>

const team = { access: { roles: ['legal', 'godAdmin'] }, whileImpersonating: 'blocked' } as const

export const listOrganizerRequests = listOf({
  path: '/api/v1/admin/organizer-requests',
  summary: 'Los pedidos para ser organizador',
  ...team,
  rows: { requests: organizerRequest },
  filters: {
    state: z.optional(z.enum(REQUEST_STATES)),
    organizationType: z.optional(z.enum(ORGANIZATION_TYPES)),
    /** Words of the person's or the organization's name, or of the mail. */
    search: z.optional(line({ max: 100 })),
  },
  sort: ['sentAt', 'name'],
  order: 'asc',
  failures: [],
})

export const DECISIONS = ['approve', 'needs_changes', 'reject'] as const
export type Decision = (typeof DECISIONS)[number]

export const decideOrganizerRequest = endpoint({
  method: 'POST',
  path: '/api/v1/admin/organizer-requests/{id}/decide',
  summary: 'Decide un pedido para ser organizador: lo aprueba, pide cambios o lo rechaza, con el motivo que se manda',
  ...team,
  audit: 'organizer_request.decide',
  auditBeside: ['company.create'],
  params: z.object({ id: idOf('organizerRequest') }),
  body: z
    .object({
      decision: z.enum(DECISIONS),
      /** The person reads it; an approval needs none. */
      reason: z._default(paragraph({ max: 1000 }), ''),
    })
    .check(
      z.refine(({ decision: made, reason }) => made === 'approve' || textLength(reason) >= REASON_MIN, {
        error: `Contale por qué, en al menos ${REASON_MIN} letras`,
        path: ['reason'],
      }),
    ),
  response: organizerRequest,
  failures: ['organizer_request_not_found', 'organizer_request_decided', 'person_unproved', 'already_organizer'],
})

export const getOrganizerRequestPhoto = endpoint({
  method: 'GET',
  path: '/api/v1/admin/organizer-requests/{id}/photos/{side}',
  summary: 'Una cara del DNI de un pedido, con la marca de quién la mira y cuándo; cada vista queda registrada',
  ...team,
  stepUp: true,
  rate: { per: 'account', limit: 300, seconds: 3600 },
  audit: 'organizer_request.view_photo',
  params: z.object({ id: idOf('organizerRequest'), side: z.enum(PHOTO_SIDES) }),
  response: 'bytes',
  failures: ['organizer_request_not_found', 'organizer_photo_erased'],
})

export const getOrganizerRequestDni = endpoint({
  method: 'GET',
  path: '/api/v1/admin/organizer-requests/{id}/dni',
  summary: 'El número de DNI de un pedido; cada vista queda registrada',
  ...team,
  stepUp: true,
  rate: { per: 'account', limit: 300, seconds: 3600 },
  audit: 'organizer_request.view_dni',
  params: z.object({ id: idOf('organizerRequest') }),
  response: z.object({ dniNumber: z.string() }),
  failures: ['organizer_request_not_found'],
})
