import type { Module } from '#server/module.ts'
import { rules } from './access.ts'
import { invariants } from './invariants.ts'
import { hasAdmitted } from './queries.ts'
import { routes } from './routes.ts'

export const scanning: Module = {
  name: 'scanning',
  tables: ['scans'],
  routes,
  rules,
  hooks: { hasAdmitted },
  topics: ['door'],
  invariants,
}
