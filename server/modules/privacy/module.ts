import type { HandlersOf } from '#server/jobs/queue.ts'
import type { Module } from '#server/module.ts'
import { sendNotifications } from '#server/modules/notifications/notify.ts'
import { alarmOverdue, deletionsOverdue } from './alarm-overdue.ts'
import { processDeletions } from './process-deletions.ts'
import { sections } from './queries-export.ts'
import { routes } from './routes.ts'
import { exportReady, makeExport } from './request-export.ts'
import { dropExports, sweepPrivacy } from './sweep-privacy.ts'
import { deletionChanged } from './notify-deletion.ts'

export const privacy: Module = {
  name: 'privacy',
  tables: ['account_deletions', 'data_exports'],
  routes,
  handlers: {
    'privacy.process-deletions': (app, _payload, stopping) => processDeletions(app, stopping),
    'privacy.make-export': (app, { exportId }) => makeExport(app, exportId),
    'privacy.notify': sendNotifications([deletionChanged, exportReady, deletionsOverdue]),
    'privacy.sweep': (app) => sweepPrivacy(app),
    'privacy.alarm-overdue': (app) => alarmOverdue(app),
  } satisfies HandlersOf<'privacy'>,
  person: { erase: { downloads: (app, { userId }) => dropExports(app, userId) }, sections },
}
