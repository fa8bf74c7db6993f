/** Notices to holders and payers of an event that was cancelled or rescheduled. Rules R8.11 and R8.12. */
import * as z from 'zod/mini'
import { instant } from '#contract/values/date-schemas.ts'
import { endpoint } from '#contract/api/endpoint.ts'
import { eventOwners, eventReaders } from '#contract/api/event-access.ts'
import { idOf } from '#contract/api/ids.ts'
import { csvOf, xlsxOf } from '#contract/api/list-export.ts'
import { listOf } from '#contract/api/lists.ts'
import { line } from '#contract/values/text.ts'

export const NOTICE_KINDS = ['cancelled', 'moved'] as const
export type NoticeKind = (typeof NOTICE_KINDS)[number]

/** Of a person: `sent` when one of their messages left, `failed` when none will. */
export const NOTICE_STATES = ['queued', 'sent', 'failed'] as const
export type NoticeState = (typeof NOTICE_STATES)[number]

export const notice = z.object({
  id: z.uuid(),
  kind: z.enum(NOTICE_KINDS),
  createdAt: instant,
  /** Null for those that leave by themselves. */
  startedBy: z.nullable(z.string()),
  people: z.int(),
  queued: z.int(),
  sent: z.int(),
  failed: z.int(),
  /** Of a move: until when payers may take their money back. */
  refundableUntil: z.nullable(instant),
})
export type Notice = z.infer<typeof notice>

export const eventNotices = z.object({
  cancellation: z.nullable(
    z.object({
      at: instant,
      reason: z.string(),
      /** Holders, and payers who handed their tickets on. */
      people: z.int(),
    }),
  ),
  /** The newest first. */
  notices: z.array(notice),
})
export type EventNotices = z.infer<typeof eventNotices>

const ofEvent = z.object({ id: idOf('event') })
const ofNotice = z.object({ id: idOf('event'), noticeId: idOf('notice') })

export const getNotices = endpoint({
  method: 'GET',
  path: '/api/v1/event/{id}/notices',
  summary: 'La cancelación de un evento y los avisos a quienes tienen entradas, con cuántos los recibieron',
  access: eventReaders,
  whileImpersonating: 'read',
  live: { topic: 'event', of: 'params.id' },
  params: ofEvent,
  response: eventNotices,
  failures: ['event_not_found'],
})

export const sendCancellation = endpoint({
  method: 'POST',
  path: '/api/v1/event/{id}/notices',
  summary: 'Avisa a todos los que tienen o pagaron entradas que el evento se canceló',
  access: eventOwners,
  stepUp: true,
  whileImpersonating: 'blocked',
  audit: 'notice.send',
  status: 202,
  params: ofEvent,
  response: eventNotices,
  failures: ['event_not_found', 'company_role_not_allowed', 'event_state', 'notice_sent'],
})

export const retryNotice = endpoint({
  method: 'POST',
  path: '/api/v1/event/{id}/notices/{noticeId}/retry',
  summary: 'Vuelve a intentar con quienes no recibieron un aviso',
  access: eventOwners,
  whileImpersonating: 'blocked',
  audit: 'notice.retry',
  rate: { per: 'account', limit: 20, seconds: 3600 },
  params: ofNotice,
  response: eventNotices,
  failures: ['event_not_found', 'company_role_not_allowed', 'notice_not_found'],
})

export const noticePerson = z.object({
  userId: z.uuid(),
  name: z.string(),
  mail: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  state: z.enum(NOTICE_STATES),
  /** Why not: of one that failed. */
  why: z.nullable(z.enum(['no_contact', 'refused', 'given_up'])),
  sentAt: z.nullable(instant),
})
export type NoticePerson = z.infer<typeof noticePerson>

export const listNoticePeople = listOf({
  path: '/api/v1/event/{id}/notices/{noticeId}/people',
  summary: 'A quiénes se avisó, y quiénes no lo recibieron',
  access: eventReaders,
  whileImpersonating: 'read',
  params: ofNotice,
  rows: { people: noticePerson },
  filters: {
    state: z.optional(z.enum(NOTICE_STATES)),
    search: z.optional(line({ max: 100 })),
  },
  sort: ['state', 'name'],
  order: 'asc',
  failures: ['event_not_found', 'notice_not_found'],
})
export const exportNoticePeople = csvOf(listNoticePeople, 'A quiénes se avisó, en un archivo')
export const exportNoticePeopleSheet = xlsxOf(listNoticePeople, 'A quiénes se avisó, en una planilla de cálculo')
