import type { Module } from '#server/module.ts'
import { forgetSearches } from './forget-searches.ts'
import { sections } from './queries-export.ts'
import { routes } from './routes.ts'

export const people: Module = {
  name: 'people',
  tables: ['phone_searches'],
  routes,
  person: { erase: { searches: (app, { userId }) => forgetSearches(app, userId) }, sections },
}
