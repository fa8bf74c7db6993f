import type { Module } from '#server/module.ts'
import { invariants } from './invariants.ts'
import { routes } from './routes.ts'
import { moveCodeEnds } from './store.ts'

export const discounts: Module = {
  name: 'discounts',
  tables: ['discount_codes'],
  routes,
  invariants,
  hooks: { onEventMoved: moveCodeEnds },
}
