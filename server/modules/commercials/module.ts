import type { Module } from '#server/module.ts'
import { invariants } from './invariants.ts'
import { sumCostsByType } from './queries-costs.ts'
import { routes } from './routes.ts'

export const commercials: Module = {
  name: 'commercials',
  tables: ['event_costs'],
  routes,
  invariants,
  hooks: { sumCostsByType },
}
