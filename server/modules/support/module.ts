import type { HandlersOf } from '#server/jobs/queue.ts'
import type { Module } from '#server/module.ts'
import { pages } from './page.ts'
import { sections } from './queries-export.ts'
import { routes } from './routes.ts'
import { forwardContact } from './send-contact.ts'
import { eraseContacts } from './store.ts'

export const support: Module = {
  name: 'support',
  tables: ['contact_messages'],
  routes,
  pages,
  handlers: {
    'support.send-contact': (app, { contactId }) => forwardContact(app, contactId),
  } satisfies HandlersOf<'support'>,
  person: {
    erase: { messages: (app, { userId, person }) => eraseContacts(app, userId, person.provedMails) },
    sections,
  },
}
