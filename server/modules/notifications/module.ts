import type { Module } from '#server/module.ts'
import { routes } from './routes.ts'
import { forgetDeliveries, forgetInbox, keepInInbox } from './store.ts'

export const notifications: Module = {
  name: 'notifications',
  answers: { keepInInbox },
  tables: ['deliveries', 'dev_inbox'],
  routes,
  person: {
    erase: {
      deliveries: async (app, { userId, person }) => {
        await forgetDeliveries(app, userId)
        await forgetInbox(app, [...person.mails, ...person.phones])
      },
    },
  },
}
