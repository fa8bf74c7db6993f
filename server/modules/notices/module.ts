import type { HandlersOf } from '#server/jobs/queue.ts'
import type { Module } from '#server/module.ts'
import { sendNotices } from './compose-notice.ts'
import { sections } from './queries-export.ts'
import { routes } from './routes.ts'
import { notifyMoves } from './notify-moves.ts'
import { remindHolders } from './remind-holders.ts'

export const notices: Module = {
  name: 'notices',
  tables: ['event_notices'],
  routes,
  person: { sections },
  handlers: {
    'notices.notify-moves': (app) => notifyMoves(app),
    'notices.remind': (app) => remindHolders(app),
    'notices.deliver': (app, _payload, stopping) => sendNotices(app, stopping),
  } satisfies HandlersOf<'notices'>,
}
