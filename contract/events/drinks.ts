/** Drinks of an event's bar: visible with the event, edited by the people who sell it. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/api/endpoint.ts'
import { eventSellers } from '#contract/api/event-access.ts'
import { publicImage } from './event-schemas.ts'
import { drinkImage, imageFailures } from '#contract/api/files.ts'
import { idOf } from '#contract/api/ids.ts'
import { listOf } from '#contract/api/lists.ts'
import { price } from '#contract/values/money-schemas.ts'
import { line, paragraph } from '#contract/values/text.ts'
import { updateOf } from '#contract/api/update.ts'

export const MAX_DRINKS = 200

const fields = z.object({
  name: line({ min: 2, max: 80, short: 'Poné un nombre' }),
  description: z._default(paragraph({ max: 500 }), ''),
  price: price.check(z.maximum(10_000_000, 'Es demasiado')),
  isAvailable: z._default(z.boolean(), true),
})

export const drink = z.object({
  id: z.uuid(),
  eventId: z.uuid(),
  name: z.string(),
  description: z.string(),
  /** Pesos; 0 is free. */
  price: z.number(),
  /** Pesos that a buyer pays on top; 0 where the company absorbs the service fee. */
  fee: z.number(),
  isAvailable: z.boolean(),
  /** From 1, in the order of the menu. */
  position: z.int(),
  image: z.nullable(publicImage),
})
export type Drink = z.infer<typeof drink>

const answer = z.object({ data: z.object({ drink }) })
const ofEvent = { params: z.object({ id: idOf('event') }) } as const
const ofDrink = { params: z.object({ drinkId: idOf('drink') }) } as const
const sellers = {
  ...ofDrink,
  access: { roles: eventSellers.roles, object: { rule: 'managedDrink', from: 'params.drinkId' } },
  whileImpersonating: 'blocked',
} as const
const refusals = ['company_role_not_allowed', 'event_state'] as const

const page = listOf({
  path: '/api/v1/events/{id}/drinks',
  summary: 'Las bebidas de un evento',
  ...ofEvent,
  access: { roles: 'public', object: { rule: 'visibleEvent', from: 'params.id' } },
  whileImpersonating: 'read',
  rows: { drinks: drink },
  filters: { isAvailable: z.optional(z.boolean()), search: z.optional(line({ max: 80 })) },
  sort: ['position', 'name', 'price'],
  order: 'asc',
  failures: ['event_not_found'],
})
const { drinks, pagination } = page.response.shape
export const listDrinks = endpoint({
  ...page,
  response: z.object({ status: z.literal('success'), data: z.object({ drinks, totalDrinks: z.int() }), pagination }),
})

export const getDrink = endpoint({
  method: 'GET',
  path: '/api/v1/drinks/{drinkId}',
  summary: 'Una bebida',
  ...ofDrink,
  access: { roles: 'public', object: { rule: 'visibleDrink', from: 'params.drinkId' } },
  whileImpersonating: 'read',
  response: answer,
  failures: ['drink_not_found'],
})

export const createDrink = endpoint({
  method: 'POST',
  path: '/api/v1/events/{id}/drinks',
  summary: 'Agrega una bebida al final de la carta de un evento',
  ...ofEvent,
  access: eventSellers,
  whileImpersonating: 'blocked',
  rate: { per: 'account', limit: 300, seconds: 3600 },
  audit: 'drink.create',
  body: fields,
  files: { image: drinkImage },
  response: answer,
  status: 201,
  failures: ['event_not_found', ...refusals, ...imageFailures, 'too_many_drinks'],
})

export const updateDrink = endpoint({
  method: 'PUT',
  path: '/api/v1/drinks/{drinkId}',
  summary: 'Cambia una bebida, o su lugar en la carta',
  ...sellers,
  audit: 'drink.update',
  body: z.extend(updateOf(fields), { position: z.optional(z.int().check(z.minimum(1), z.maximum(MAX_DRINKS))) }),
  files: { image: drinkImage },
  response: answer,
  failures: ['drink_not_found', ...refusals, ...imageFailures],
})

export const deleteDrink = endpoint({
  method: 'DELETE',
  path: '/api/v1/drinks/{drinkId}',
  summary: 'Saca una bebida de la carta',
  ...sellers,
  audit: 'drink.delete',
  response: 'empty',
  failures: ['drink_not_found', ...refusals],
})
