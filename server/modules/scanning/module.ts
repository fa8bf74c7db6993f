import type { Module } from '#server/module.ts'
import { rules } from './access.ts'
import { invariants } from './invariants.ts'
import { routes } from './routes.ts'

export const scanning: Module = {
  name: 'scanning',
  tables: ['scans'],
  routes,
  rules,
  topics: ['door'],
  invariants,
}
