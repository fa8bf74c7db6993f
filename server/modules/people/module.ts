import type { Module } from '#server/module.ts'
import { sections } from './queries-export.ts'
import { routes } from './routes.ts'
import { deleteSearches } from './store.ts'

export const people: Module = {
  name: 'people',
  tables: ['phone_searches'],
  routes,
  person: { erase: { searches: (app, { userId }) => deleteSearches(app, userId) }, sections },
}
