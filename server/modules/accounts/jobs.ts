import type { JobHandlers } from '#server/jobs/queue.ts'
import { sendLink } from './send-link.ts'
import { deleteExpired } from './store.ts'

export const handlers: JobHandlers = {
  'accounts.forget-expired': (app) => deleteExpired(app),
  'accounts.send-link': (app, payload) => sendLink(app, payload),
}
