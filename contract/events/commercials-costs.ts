/** What an event costs its company, as its commercial enters it. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/api/endpoint.ts'
import { eventCommercials } from '#contract/api/event-access.ts'
import { idOf } from '#contract/api/ids.ts'
import { csvOf, xlsxOf } from '#contract/api/list-export.ts'
import { listOf } from '#contract/api/lists.ts'
import { updateOf } from '#contract/api/update.ts'
import { instant } from '#contract/values/date-schemas.ts'
import { pesos, price } from '#contract/values/money-schemas.ts'
import { line } from '#contract/values/text.ts'

export const MAX_COSTS = 500
/** What a form offers; any other words are a type too. */
export const COST_TYPES = [
  'Lugar',
  'Sonido y luces',
  'Artistas',
  'Personal',
  'Seguridad',
  'Publicidad',
  'Permisos',
  'Bebidas',
  'Limpieza',
] as const

const fields = z.object({
  costType: line({ min: 2, max: 60, short: 'Poné de qué es el costo' }),
  /** Whole pesos. */
  amount: price.check(z.minimum(1, 'Poné un importe mayor que cero')),
})
/** The version of the cost that the caller saw; when it is at another, `cost_changed`. Without it the last one wins. */
const version = z.optional(z.int().check(z.positive(), z.maximum(2_147_483_647)))

export const eventCost = z.object({
  id: z.uuid(),
  costType: z.string(),
  amount: pesos,
  createdAt: instant,
  /** Grows with each change. */
  version: z.int(),
})
export type EventCost = z.infer<typeof eventCost>

/** Costs of one type together, the largest first; types are one whatever their capitals and accents. Amounts in pesos. */
export const costsByType = z.array(z.object({ costType: z.string(), totalAmount: pesos, count: z.int() }))
export type CostsByType = z.infer<typeof costsByType>

const commercials = {
  params: z.object({ id: idOf('event') }),
  access: eventCommercials,
} as const
const one = {
  ...commercials,
  params: z.object({ id: idOf('event'), costId: idOf('cost') }),
  whileImpersonating: 'blocked',
} as const
// Declared, so that an assignment that ended in the middle does not end the session: the screen says it.
const refusals = ['event_not_found', 'forbidden', 'company_role_not_allowed'] as const

export const listCosts = listOf({
  path: '/api/v1/comerciales/events/{id}/costs',
  summary: 'Los costos de un evento, en total y por tipo',
  ...commercials,
  whileImpersonating: 'blocked',
  live: { topic: 'event', of: 'params.id' },
  rows: { eventCosts: eventCost },
  filters: {
    /** Words of the type. */
    search: z.optional(line({ max: 60 })),
  },
  sort: ['createdAt', 'amount', 'costType'],
  order: 'desc',
  answer: {
    /** Of the whole event, whatever the filters. */
    totalCosts: pesos,
    costsByType,
  },
  failures: ['event_not_found', 'forbidden'],
})
export const exportCosts = csvOf(listCosts, 'Los costos de un evento, en un archivo')
export const exportCostsSheet = xlsxOf(listCosts, 'Los costos de un evento, en una planilla de cálculo')

export const createCost = endpoint({
  method: 'POST',
  path: '/api/v1/comerciales/events/{id}/costs',
  summary: 'Carga un costo de un evento',
  ...commercials,
  whileImpersonating: 'blocked',
  rate: { per: 'account', limit: 600, seconds: 3600 },
  audit: 'cost.create',
  idempotent: true,
  body: fields,
  response: eventCost,
  status: 201,
  failures: [...refusals, 'too_many_costs'],
})

export const updateCost = endpoint({
  method: 'PUT',
  path: '/api/v1/comerciales/events/{id}/costs/{costId}',
  summary: 'Cambia un costo de un evento',
  ...one,
  audit: 'cost.update',
  body: z.extend(updateOf(fields), { version }),
  response: eventCost,
  failures: [...refusals, 'cost_not_found', 'cost_changed'],
})

export const deleteCost = endpoint({
  method: 'DELETE',
  path: '/api/v1/comerciales/events/{id}/costs/{costId}',
  summary: 'Saca un costo de un evento',
  ...one,
  audit: 'cost.delete',
  query: z.object({ version }),
  response: 'empty',
  failures: [...refusals, 'cost_not_found', 'cost_changed'],
})
