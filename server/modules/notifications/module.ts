import type { Module } from '#server/module.ts'
import { routes } from './routes.ts'
import { forgetInbox, keepInInbox } from './store.ts'

export const notifications: Module = {
  name: 'notifications',
  answers: { keepInInbox },
  tables: ['deliveries', 'dev_inbox'],
  routes,
  person: {
    erase: { inbox: (app, { person }) => forgetInbox(app, [...person.mails, ...person.phones]) },
  },
}
