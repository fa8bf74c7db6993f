/** Waiting for places of a sold-out type: joining, leaving and one's place. */
import * as z from 'zod/mini'
import { instant } from '#contract/values/date-schemas.ts'
import { endpoint } from '#contract/api/endpoint.ts'
import { idOf } from '#contract/api/ids.ts'

export const WAITING_STATES = ['waiting', 'offered', 'taken', 'lapsed', 'left', 'closed'] as const
export type WaitingState = (typeof WAITING_STATES)[number]

/** Every account is a client but the legal one, which buys nothing (rule R10.10). */
const buyers = ['CLIENT'] as const
const typeParams = z.object({ typeId: idOf('ticketType') })
const ofType = { roles: buyers, object: { rule: 'visibleTicketType', from: 'params.typeId' } } as const

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

/**
 * Asks to be notified when places of a sold-out type come free, once per person and type. Again with the same quantity, it answers as
 * it did.
 */
export const joinWaitingList = endpoint({
  method: 'POST',
  path: '/api/v1/ticket-types/{typeId}/waiting-list',
  summary: 'Anota a quien llama en la lista de espera de una entrada agotada',
  access: ofType,
  whileImpersonating: 'blocked',
  rate: { per: 'account', limit: 60, seconds: 3600 },
  audit: 'waiting_list.join',
  params: typeParams,
  body: z.object({
    quantity: z.int('Elegí una cantidad').check(z.minimum(1, 'Elegí al menos una entrada'), z.maximum(10)),
  }),
  response: ownWaiting,
  status: 201,
  failures: [
    'ticket_type_not_found',
    'contact_unproved',
    'profile_incomplete',
    'already_waiting',
    'waiting_list_closed',
    'not_sold_out',
    'order_limit',
    'person_limit',
  ],
})

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
