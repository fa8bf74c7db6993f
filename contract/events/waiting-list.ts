/** Waiting for places of a sold-out type: one's place, and leaving it. Joining takes a form: `waiting-list-join.ts`. */
import * as z from 'zod/mini'
import { instant } from '#contract/values/date-schemas.ts'
import { endpoint } from '#contract/api/endpoint.ts'
import { idOf } from '#contract/api/ids.ts'

export const WAITING_STATES = ['waiting', 'offered', 'taken', 'lapsed', 'left', 'closed'] as const
export type WaitingState = (typeof WAITING_STATES)[number]

/** Every account is a client but the legal one, which buys nothing (rule R10.10). */
const buyers = ['CLIENT'] as const
export const typeParams = z.object({ typeId: idOf('ticketType') })
export const ofType = { roles: buyers, object: { rule: 'visibleTicketType', from: 'params.typeId' } } as const

/** A person's status in the waitlist of a type. */
export const ownWaiting = z.object({
  ticketTypeId: z.uuid(),
  /** `lapsed` is the last offer, which was not taken in time; a person who left or bought is on no waitlist. */
  state: z.enum(['waiting', 'offered', 'lapsed']),
  quantity: z.int(),
  /** From 1, of those who wait; null with an offer, made or lapsed. */
  position: z.nullable(z.int()),
  /** Places that are kept, and until when; null while one waits. */
  offeredPlaces: z.nullable(z.int()),
  offerUntil: z.nullable(instant),
})
export type OwnWaiting = z.infer<typeof ownWaiting>

/** Gives up the offer too: its places go to the next in turn at once. */
export const leaveWaitingList = endpoint({
  method: 'DELETE',
  path: '/api/v1/ticket-types/{typeId}/waiting-list',
  summary: 'Saca a quien llama de la lista de espera de una entrada',
  access: ofType,
  whileImpersonating: 'blocked',
  audit: 'waiting_list.leave',
  params: typeParams,
  response: z.object({ ticketTypeId: z.uuid() }),
  failures: ['ticket_type_not_found', 'not_waiting'],
})

export const getOwnWaiting = endpoint({
  method: 'GET',
  path: '/api/v1/events/{id}/waiting-list/mine',
  summary: 'Los lugares de quien llama en las listas de espera de un evento',
  access: { roles: 'signedIn', object: { rule: 'visibleEvent', from: 'params.id' } },
  whileImpersonating: 'blocked',
  params: z.object({ id: idOf('event') }),
  response: z.object({ entries: z.array(ownWaiting) }),
  failures: ['event_not_found'],
})
