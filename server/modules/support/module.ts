import type { HandlersOf } from '#server/jobs/queue.ts'
import type { Module } from '#server/module.ts'
import { forgetSender } from './forget-sender.ts'
import { forwardContact } from './forward-contact.ts'
import { pages } from './page.ts'
import { sections } from './queries-export.ts'
import { routes } from './routes.ts'

const handlers: HandlersOf<'support'> = {
  'support.send-contact': (app, { contactId }) => forwardContact(app, contactId),
}

export const support: Module = {
  name: 'support',
  tables: ['contact_messages'],
  routes,
  pages,
  handlers,
  person: { erase: { messages: (app, { userId, person }) => forgetSender(app, userId, person.provedMails) }, sections },
}
