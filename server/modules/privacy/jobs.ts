import type { JobHandlers } from '#server/jobs/queue.ts'
import { alarmOverdue } from './alarm-overdue.ts'
import { makeExport } from './make-export.ts'
import { processDeletion } from './process-deletion.ts'
import { sweepPrivacy } from './sweep-privacy.ts'
import { tellDeletion } from './tell-deletion.ts'
import { tellExport } from './tell-export.ts'

export const handlers: JobHandlers = {
  'privacy.process-deletion': (app, { deletionId }) => processDeletion(app, deletionId),
  'privacy.tell-deletion': (app, payload) => tellDeletion(app, payload),
  'privacy.make-export': (app, { exportId }) => makeExport(app, exportId),
  'privacy.tell-export': (app, { exportId }) => tellExport(app, exportId),
  'privacy.sweep': (app) => sweepPrivacy(app),
  'privacy.alarm-overdue': (app) => alarmOverdue(app),
}
