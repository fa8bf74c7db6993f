import type { JobHandlers } from '#server/jobs/queue.ts'
import { deleteExpired } from './store.ts'

export const handlers: JobHandlers = {
  'accounts.forget-expired': (app) => deleteExpired(app),
}
