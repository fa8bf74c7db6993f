import type { JobHandlers } from '#server/jobs/queue.ts'
import { finishPastEvents } from './finish-past-events.ts'
import { tellStaff } from './tell-staff.ts'
import { lookForInviters, tellStaffTaken } from './tell-staff-taken.ts'

export const handlers: JobHandlers = {
  'events.finish-past': (app) => finishPastEvents(app),
  'events.tell-staff': (app, payload) => tellStaff(app, payload),
  'events.look-for-inviters': (app, payload) => lookForInviters(app, payload),
  'events.tell-staff-taken': (app, payload) => tellStaffTaken(app, payload),
}
