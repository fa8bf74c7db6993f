/** Refunds after a change of date, city or venue: payers may claim all their money for ten days (rules R8.4 and R8.12). */
import * as z from 'zod/mini'
import { instant } from '#contract/values/date-schemas.ts'
import { endpoint } from '#contract/api/endpoint.ts'
import { idOf } from '#contract/api/ids.ts'
import { pesos } from '#contract/values/money-schemas.ts'
import { REFUND_OBSTACLES } from '#contract/sales/refunds.ts'
import { linkToken } from '#contract/values/text.ts'

const whenAndWhere = z.object({
  startDate: z.nullable(instant),
  venue: z.string(),
  adress: z.string(),
  city: z.string(),
})
export type WhenAndWhere = z.infer<typeof whenAndWhere>

const movedTicket = z.object({
  ticketId: z.guid(),
  number: z.string(),
  type: z.string(),
  /** Another person holds the ticket now; the refund still goes to the payer. */
  isHandedOn: z.boolean(),
  /** Refundable amount, service fee included; 0 if a refund is not possible. */
  amount: pesos,
  obstacle: z.nullable(z.enum(REFUND_OBSTACLES)),
})

export const move = z.object({
  /** Of its notice. */
  id: z.uuid(),
  event: z.object({ id: z.uuid(), slug: z.nullable(z.string()), name: z.string(), state: z.string() }),
  before: whenAndWhere,
  after: whenAndWhere,
  /** Until when the money may be taken back. */
  until: instant,
  isOpen: z.boolean(),
  /** The caller's tickets paid before the change; null for a caller with neither a session nor the link of the notice. */
  tickets: z.nullable(z.array(movedTicket)),
  /** All that they may have back now. */
  amount: pesos,
})
export type Move = z.infer<typeof move>

const ofMove = z.object({ id: idOf('notice') })
const token = z.optional(linkToken({ max: 100 }))

export const getMove = endpoint({
  method: 'GET',
  path: '/api/v1/moves/{id}',
  summary: 'Qué cambió de un evento y qué plata puede recuperar quien pagó, con su sesión o con el enlace del aviso',
  access: 'public',
  whileImpersonating: 'read',
  rate: { per: 'device', limit: 300, seconds: 3600 },
  params: ofMove,
  query: z.object({ token }),
  response: move,
  failures: ['move_not_found'],
})

/** Returns the change of an event by which the caller may claim their money, or already did. */
export const getOwnMove = endpoint({
  method: 'GET',
  path: '/api/v1/moves',
  summary: 'El cambio de un evento por el que quien entró puede recuperar su plata, si hay uno',
  access: 'signedIn',
  whileImpersonating: 'read',
  query: z.object({ eventId: idOf('event') }),
  response: z.object({ move: z.nullable(move) }),
  failures: [],
})

export const claimMoveRefund = endpoint({
  method: 'POST',
  path: '/api/v1/moves/{id}/take-back',
  summary: 'Quien pagó recupera su plata porque el evento cambió de fecha o de lugar; hecho otra vez no cambia nada',
  access: 'public',
  whileImpersonating: 'blocked',
  rate: { per: 'device', limit: 30, seconds: 3600 },
  audit: 'move.take-back',
  auditBeside: ['ticket.suspend', 'refund.request'],
  params: ofMove,
  body: z.object({
    /** Of the notice's link; a session needs none. */
    token,
    /** Every refundable ticket when absent. */
    ticketIds: z.optional(
      z.array(idOf('ticket', z.guid('La entrada no es válida'))).check(z.minLength(1), z.maxLength(100)),
    ),
  }),
  response: move,
  failures: ['move_not_found', 'move_link_invalid', 'move_over', 'nothing_to_refund'],
})
