import type { JobHandlers } from '#server/jobs/queue.ts'
import { forwardContact } from './forward-contact.ts'

export const handlers: JobHandlers = {
  'support.send-contact': (app, { contactId }) => forwardContact(app, contactId),
}
