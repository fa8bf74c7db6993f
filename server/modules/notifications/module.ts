import type { Module } from '#server/module.ts'
import { keepInInbox } from './keep-in-inbox.ts'
import { routes } from './routes.ts'

export const notifications: Module = {
  name: 'notifications',
  answers: { keepInInbox },
  tables: ['deliveries', 'dev_inbox'],
  routes,
}
