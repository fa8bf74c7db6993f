import type { JobHandlers } from '#server/jobs/queue.ts'
import { finishPastEvents } from './finish-past-events.ts'
import { tellStaff } from './tell-staff.ts'

export const handlers: JobHandlers = {
  'events.finish-past': (app) => finishPastEvents(app),
  'events.tell-staff': (app, payload) => tellStaff(app, payload),
}
