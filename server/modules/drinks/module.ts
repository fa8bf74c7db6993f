import type { Module } from '#server/module.ts'
import { rules } from './access.ts'
import { routes } from './routes.ts'

export const drinks: Module = {
  name: 'drinks',
  tables: ['drinks', 'order_drinks', 'drink_vouchers'],
  routes,
  rules,
  pictures: ['drinks.image_id'],
}
