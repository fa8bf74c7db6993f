import type { HandlersOf } from '#server/jobs/queue.ts'
import type { Module } from '#server/module.ts'
import { alarmOverdue } from './alarm-overdue.ts'
import { processDeletions } from './process-deletions.ts'
import { sections } from './queries-export.ts'
import { routes } from './routes.ts'
import { makeExport, notifyExport } from './request-export.ts'
import { dropExports, sweepPrivacy } from './sweep-privacy.ts'
import { notifyDeletion } from './notify-deletion.ts'

export const privacy: Module = {
  name: 'privacy',
  tables: ['account_deletions', 'data_exports'],
  routes,
  handlers: {
    'privacy.process-deletions': (app, _payload, stopping) => processDeletions(app, stopping),
    'privacy.tell-deletion': (app, payload) => notifyDeletion(app, payload),
    'privacy.make-export': (app, { exportId }) => makeExport(app, exportId),
    'privacy.tell-export': (app, { exportId }) => notifyExport(app, exportId),
    'privacy.sweep': (app) => sweepPrivacy(app),
    'privacy.alarm-overdue': (app) => alarmOverdue(app),
  } satisfies HandlersOf<'privacy'>,
  person: { erase: { downloads: (app, { userId }) => dropExports(app, userId) }, sections },
}
