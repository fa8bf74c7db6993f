/** Requests about one's own data: deletion or a copy (Ley 25.326; docs/rules.md, R15). */
import * as z from 'zod/mini'
import { instant, localDate } from '#contract/values/date-schemas.ts'
import { endpoint } from '#contract/api/endpoint.ts'
import { csvOf, xlsxOf } from '#contract/api/list-export.ts'
import { listOf } from '#contract/api/lists.ts'
import { idOf } from '#contract/api/ids.ts'
import { line, opaque, paragraph } from '#contract/values/text.ts'
import { ticketId } from '#contract/sales/tickets.ts'

const DAY = 86_400

export const DELETION_STATES = ['pending', 'cancelled', 'in_review', 'completed', 'rejected'] as const
export type DeletionState = (typeof DELETION_STATES)[number]

/** The word to type as confirmation. */
export const DELETION_WORD = 'ELIMINAR'
/** Within so many it is resolved and done. */
export const DELETION_WORKING_DAYS = 5
export const EXPORTS_PER_DAY = 3
/** How long the file of a download is kept. */
export const EXPORT_DAYS = 7

/** Obstacles to closing an account, in words for its owner. */
export const deletionBlocker = z.object({
  kind: z.enum(['open_refunds', 'money_owed', 'sole_owner']),
  message: z.string(),
})
export type DeletionBlocker = z.infer<typeof deletionBlocker>

/** A valid ticket that is given up with the account. */
export const ticketGivenUp = z.object({
  id: ticketId,
  number: z.string(),
  eventName: z.string(),
  startDate: z.nullable(instant),
  typeName: z.string(),
  /** Pesos that were paid for it, fee included; 0 for free ones and courtesies. */
  price: z.number(),
  /** Whether the caller paid for it: then its refund would be theirs. */
  isOwnPurchase: z.boolean(),
  canTransfer: z.boolean(),
})
export type TicketGivenUp = z.infer<typeof ticketGivenUp>

export const deletionRequest = z.object({
  id: z.uuid(),
  state: z.enum(DELETION_STATES),
  reason: z.nullable(z.string()),
  requestedAt: instant,
  /** Last day to resolve it. */
  dueOn: localDate,
  ticketsGivenUp: z.int(),
  rejectionReason: z.nullable(z.string()),
  endedAt: z.nullable(instant),
})
export type DeletionRequest = z.infer<typeof deletionRequest>

export const requestDeletion = endpoint({
  method: 'POST',
  path: '/api/v1/account-deletion/request',
  summary: 'Pide que se elimine la cuenta propia; dice qué lo impide',
  access: 'signedIn',
  stepUp: true,
  whileImpersonating: 'blocked',
  rate: { per: 'account', limit: 10, seconds: DAY },
  body: z.object({
    confirmation: z.literal(DELETION_WORD, `Escribí ${DELETION_WORD} para confirmar`),
    /** Valid tickets that the person saw and gives up: another number now means that they should look again. */
    ticketsGivenUp: z.int().check(z.minimum(0)),
    reason: z.optional(paragraph({ max: 500, long: 'Hasta 500 letras' })),
  }),
  response: deletionRequest,
  status: 201,
  audit: 'account_deletion.request',
  failures: ['deletion_open', 'deletion_blocked', 'deletion_tickets_changed'],
})

export const getMyDeletions = endpoint({
  method: 'GET',
  path: '/api/v1/account-deletion/my-requests',
  summary: 'Las solicitudes propias, qué impide eliminar la cuenta hoy y qué entradas se pierden',
  access: 'signedIn',
  whileImpersonating: 'blocked',
  response: z.object({
    requests: z.array(deletionRequest),
    blockers: z.array(deletionBlocker),
    tickets: z.array(ticketGivenUp),
  }),
  failures: [],
})

const deletionId = z.object({ id: idOf('deletion') })

export const cancelDeletion = endpoint({
  method: 'DELETE',
  path: '/api/v1/account-deletion/{id}',
  summary: 'Cancela una solicitud propia que nadie empezó a revisar',
  access: 'signedIn',
  whileImpersonating: 'blocked',
  params: deletionId,
  response: 'empty',
  audit: 'account_deletion.cancel',
  failures: ['deletion_not_pending'],
})

/** Mail and phone are masked for the legal account. */
const deletionRow = z.extend(deletionRequest, {
  person: z.object({ id: z.uuid(), name: z.string(), mail: z.nullable(z.string()), phone: z.nullable(z.string()) }),
  isOverdue: z.boolean(),
  /** Approved: the account is closed, and what is left of it is being erased. */
  isProcessing: z.boolean(),
  resolvedBy: z.nullable(z.string()),
})
export type DeletionRow = z.infer<typeof deletionRow>

export const DELETION_ACTIONS = ['review', 'approve', 'reject'] as const

export const listDeletions = listOf({
  path: '/api/v1/admin/account-deletions',
  summary: 'Las solicitudes de eliminación de cuentas, las que vencen antes primero',
  access: { roles: ['legal', 'godAdmin'] },
  whileImpersonating: 'blocked',
  rows: { requests: deletionRow },
  filters: {
    state: z.optional(z.enum([...DELETION_STATES, 'open', 'overdue'])),
    /** Words of the name. */
    search: z.optional(line({ max: 100 })),
  },
  sort: ['dueOn', 'requestedAt', 'name'],
  order: 'asc',
  /** Of all requests, whatever the filters say. */
  answer: { totalOverdue: z.int() },
  failures: [],
})

export const exportDeletions = csvOf(listDeletions, 'Las solicitudes de eliminación, en un archivo')
export const exportDeletionsSheet = xlsxOf(listDeletions, 'Las solicitudes de eliminación, en una planilla de cálculo')

export const getDeletion = endpoint({
  method: 'GET',
  path: '/api/v1/admin/account-deletions/{id}',
  summary: 'Una solicitud de eliminación, con lo que la impide y lo que se pierde',
  access: { roles: ['legal', 'godAdmin'] },
  whileImpersonating: 'blocked',
  params: deletionId,
  response: z.extend(deletionRow, {
    accountSince: instant,
    roles: z.array(z.string()),
    blockers: z.array(deletionBlocker),
    tickets: z.array(ticketGivenUp),
  }),
  failures: [],
})

export const resolveDeletion = endpoint({
  method: 'POST',
  path: '/api/v1/admin/account-deletions/{id}/resolve',
  summary: 'Toma, aprueba o rechaza una solicitud de eliminación',
  access: { roles: ['legal', 'godAdmin'] },
  stepUp: true,
  whileImpersonating: 'blocked',
  params: deletionId,
  body: z.object({
    action: z.enum(DELETION_ACTIONS),
    /** Of a rejection: the person reads it. */
    reason: z.optional(
      paragraph({ min: 10, max: 500, short: 'Contale el motivo en al menos 10 letras', long: 'Hasta 500 letras' }),
    ),
  }),
  response: z.object({ id: z.uuid(), state: z.enum(DELETION_STATES), isProcessing: z.boolean() }),
  audit: ['account_deletion.review', 'account_deletion.approve', 'account_deletion.reject'],
  /** An approval closes the account at once. */
  auditBeside: ['account.close'],
  failures: ['deletion_blocked', 'deletion_resolved', 'deletion_reason_required', 'own_deletion'],
})

export const dataExport = z.object({
  id: z.uuid(),
  state: z.enum(['queued', 'running', 'ready', 'expired', 'failed']),
  /** Per cent. */
  progress: z.int(),
  requestedAt: instant,
  /** Until when it can be downloaded. */
  expiresAt: z.nullable(instant),
  sizeBytes: z.nullable(z.int()),
})
export type DataExport = z.infer<typeof dataExport>

const exportId = z.object({ id: idOf('dataExport') })

export const requestExport = endpoint({
  method: 'POST',
  path: '/api/v1/user/data-export',
  summary: 'Pide una copia de todos los datos propios',
  access: 'signedIn',
  stepUp: true,
  whileImpersonating: 'blocked',
  rate: { per: 'account', limit: 20, seconds: DAY },
  response: dataExport,
  status: 202,
  audit: 'data_export.request',
  failures: ['export_running', 'export_limit'],
})

export const listExports = endpoint({
  method: 'GET',
  path: '/api/v1/user/data-export',
  summary: 'Las copias de datos que la persona pidió, la última primero',
  access: 'signedIn',
  whileImpersonating: 'blocked',
  live: { topic: 'account' },
  response: z.object({ exports: z.array(dataExport) }),
  failures: [],
})

export const getExport = endpoint({
  method: 'GET',
  path: '/api/v1/user/data-export/{id}',
  summary: 'Cómo va una copia de los datos propios',
  access: 'signedIn',
  whileImpersonating: 'blocked',
  params: exportId,
  response: dataExport,
  failures: [],
})

export const linkExport = endpoint({
  method: 'POST',
  path: '/api/v1/user/data-export/{id}/link',
  summary: 'Un enlace firmado de 15 minutos para descargar una copia de los datos propios',
  access: 'signedIn',
  stepUp: true,
  whileImpersonating: 'blocked',
  params: exportId,
  response: z.object({ url: z.string(), expiresAt: instant }),
  audit: 'data_export.link',
  failures: ['export_link_invalid'],
})

export const downloadExport = endpoint({
  method: 'GET',
  path: '/api/v1/user/data-export/{id}/file',
  summary: 'El archivo de una copia de datos, por su enlace firmado',
  access: 'public',
  whileImpersonating: 'blocked',
  params: exportId,
  query: z.object({ until: z.int().check(z.minimum(0)), s: opaque({ max: 100 }) }),
  response: 'bytes',
  failures: ['export_link_invalid'],
})
