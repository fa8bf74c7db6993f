import type { Module } from '#server/module.ts'
import { forgetRecipient } from './forget-recipient.ts'
import { keepInInbox } from './keep-in-inbox.ts'
import { routes } from './routes.ts'

export const notifications: Module = {
  name: 'notifications',
  answers: { keepInInbox },
  tables: ['deliveries', 'dev_inbox'],
  routes,
  person: {
    erase: {
      deliveries: (app, { userId, person }) => forgetRecipient(app, userId, [...person.mails, ...person.phones]),
    },
  },
}
