import type { Module } from '#server/module.ts'
import { routes } from './routes.ts'

export const people: Module = {
  name: 'people',
  tables: ['phone_searches'],
  routes,
}
