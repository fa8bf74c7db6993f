import type { Module } from '#server/module.ts'
import { sections } from './queries-export.ts'
import { routes } from './routes.ts'

export const promoters: Module = {
  name: 'promoters',
  tables: ['promos', 'commission_terms', 'referral_visits'],
  routes,
  person: { merge: { promos: 'promoters_move_promos' }, sections },
}
