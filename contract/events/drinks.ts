/** Drinks of an event's bar, visible with the event. Those who sell it edit them: `drinks-managed.ts`. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/api/endpoint.ts'
import { publicImage } from './event-schemas.ts'
import { idOf } from '#contract/api/ids.ts'
import { listOf } from '#contract/api/lists.ts'
import { line } from '#contract/values/text.ts'

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

export const MAX_DRINKS = 200
/** Of one drink, in one purchase. */
export const MAX_OF_A_DRINK = 20

export const drinkAnswer = z.object({ data: z.object({ drink }) })

const list = {
  path: '/api/v1/events/{id}/drinks',
  summary: 'Las bebidas de un evento',
  access: { roles: 'public', object: { rule: 'visibleEvent', from: 'params.id' } },
  whileImpersonating: 'read',
  fallback: 'Error al obtener bebidas',
  failures: ['event_not_found'],
} as const
export const ofEvent = z.object({ id: idOf('event') })
export const ofDrink = z.object({ drinkId: idOf('drink') })
const page = listOf({
  ...list,
  params: ofEvent,
  rows: { drinks: drink },
  filters: { isAvailable: z.optional(z.boolean()), search: z.optional(line({ max: 80 })) },
  sort: ['position', 'name', 'price'],
  order: 'asc',
})
const rows = z.object({ drinks: page.response.shape.drinks, totalDrinks: z.int() })
export const listDrinks = endpoint({
  ...list,
  method: 'GET',
  params: ofEvent,
  query: page.query,
  response: z.object({ status: z.literal('success'), data: rows, pagination: page.response.shape.pagination }),
})

export const getDrink = endpoint({
  method: 'GET',
  path: '/api/v1/drinks/{drinkId}',
  summary: 'Una bebida',
  params: ofDrink,
  access: { roles: 'public', object: { rule: 'visibleDrink', from: 'params.drinkId' } },
  whileImpersonating: 'read',
  response: drinkAnswer,
  fallback: 'Error al obtener bebidas',
  failures: ['drink_not_found'],
})
