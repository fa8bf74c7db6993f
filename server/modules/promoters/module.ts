import type { Module } from '#server/module.ts'

export const promoters: Module = {
  name: 'promoters',
  tables: ['referral_codes'],
}
