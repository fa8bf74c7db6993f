import type { Module } from '#server/module.ts'
import { sections } from './queries-export.ts'

export const promoters: Module = {
  name: 'promoters',
  tables: ['referral_codes'],
  person: { merge: { codes: 'promoters_move_codes' }, sections },
}
