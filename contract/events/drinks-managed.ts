/** Drinks of an event's bar as the people who sell it edit them. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/api/endpoint.ts'
import { eventSellers } from '#contract/api/event-access.ts'
import { drinkImage, imageFailures } from '#contract/api/files.ts'
import { price } from '#contract/values/money-schemas.ts'
import { line, paragraph } from '#contract/values/text.ts'
import { updateOf } from '#contract/api/update.ts'
import { drinkAnswer, MAX_DRINKS, ofDrink, ofEvent } from './drinks.ts'

const fields = z.object({
  name: line({ min: 2, max: 80, short: 'Poné un nombre' }),
  description: z._default(paragraph({ max: 500 }), ''),
  price: price.check(z.maximum(10_000_000, 'Es demasiado')),
  isAvailable: z._default(z.boolean(), true),
})

const sellers = {
  access: { roles: eventSellers.roles, object: { rule: 'managedDrink', from: 'params.drinkId' } },
  whileImpersonating: 'blocked',
} as const
const refusals = ['company_role_not_allowed', 'event_state'] as const

export const createDrink = endpoint({
  method: 'POST',
  path: '/api/v1/events/{id}/drinks',
  summary: 'Agrega una bebida al final de la carta de un evento',
  params: ofEvent,
  access: eventSellers,
  whileImpersonating: 'blocked',
  rate: { per: 'account', limit: 300, seconds: 3600 },
  audit: 'drink.create',
  body: fields,
  files: { image: drinkImage },
  response: drinkAnswer,
  status: 201,
  fallback: 'Error al crear bebida',
  failures: ['event_not_found', ...refusals, ...imageFailures, 'too_many_drinks'],
})

export const updateDrink = endpoint({
  method: 'PUT',
  path: '/api/v1/drinks/{drinkId}',
  summary: 'Cambia una bebida, o su lugar en la carta',
  params: ofDrink,
  ...sellers,
  audit: 'drink.update',
  body: z.extend(updateOf(fields), { position: z.optional(z.int().check(z.minimum(1), z.maximum(MAX_DRINKS))) }),
  files: { image: drinkImage },
  response: drinkAnswer,
  fallback: 'Error al guardar bebida',
  failures: ['drink_not_found', ...refusals, ...imageFailures],
})

export const deleteDrink = endpoint({
  method: 'DELETE',
  path: '/api/v1/drinks/{drinkId}',
  summary: 'Saca una bebida de la carta',
  params: ofDrink,
  ...sellers,
  audit: 'drink.delete',
  response: 'empty',
  failures: ['drink_not_found', ...refusals],
})
