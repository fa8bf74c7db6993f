import type { Module } from '#server/module.ts'
import { givePart } from './ensure-promo.ts'
import { invariants } from './invariants.ts'
import { sections } from './queries-export.ts'
import { routes } from './routes.ts'
import { moveCloses } from './store.ts'

export const promoters: Module = {
  name: 'promoters',
  tables: ['promos', 'commission_terms', 'referral_visits'],
  routes,
  invariants,
  hooks: { onStaffAssigned: givePart, onEventMoved: moveCloses },
  person: { merge: { promos: 'promoters_move_promos' }, sections },
}
