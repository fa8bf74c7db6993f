import type { JobHandlers } from '#server/jobs/queue.ts'
import { finishPastEvents } from './finish-past-events.ts'

export const handlers: JobHandlers = {
  'events.finish-past': (app) => finishPastEvents(app),
}
