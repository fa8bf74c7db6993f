import type { Module } from '#server/module.ts'
import { sections } from './queries-export.ts'

export const promoters: Module = {
  name: 'promoters',
  tables: ['promos', 'commission_terms'],
  person: { merge: { promos: 'promoters_move_promos' }, sections },
}
