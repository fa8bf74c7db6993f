/** Joining the waiting list of a sold-out type. In its own file, so that an event's page does not load its schema. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/api/endpoint.ts'
import { ofType, ownWaiting, typeParams } from './waiting-list.ts'

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
