import type { Module } from '#server/module.ts'
import { routes } from './routes.ts'
import { forgetInbox, keepInInbox } from './store.ts'
import { forgetNotices } from './store-notices.ts'

export const notifications: Module = {
  name: 'notifications',
  hooks: { keepInInbox },
  tables: ['deliveries', 'notice_deliveries', 'dev_inbox'],
  routes,
  person: {
    merge: { notices: 'notifications_move_person' },
    erase: {
      inbox: (app, { person }) => forgetInbox(app, [...person.mails, ...person.phones]),
      notices: (app, { userId }) => forgetNotices(app, userId),
    },
  },
}
